import type { SendFormState } from '#core/account/send/send-form.ts'
import { shortAddress } from '#core/account/short-address.ts'
import { shortName } from '#core/account/short-name.ts'
import { useAccountDeps } from '#react/account/account-deps.ts'
import { useMessages } from '#react/kit-context.ts'
import { ReceiverBox } from './receiver-box.tsx'
import { SEND_MESSAGES } from './send-messages.ts'
import styles from './wallet-send.module.css'

type SendReceiverProps = { form: SendFormState; isInvalid: boolean }

/** Input for the receiver: an address or a name. */
export function SendReceiver({ form, isInvalid }: SendReceiverProps) {
  const { sendForm } = useAccountDeps()
  const messages = useMessages('send', SEND_MESSAGES)
  const { receiver, address, isResolving } = form
  const isNamed = address !== null && address.toLowerCase() !== receiver.trim().toLowerCase()
  return (
    <ReceiverBox
      receiver={receiver}
      isInvalid={isInvalid}
      onChange={(typed) => sendForm.setState({ receiver: typed })}
    >
      <span className={styles['hint']} role="status">
        {isResolving && messages.resolving}
        {isNamed && shortAddress(address)}
        {address !== null && !isNamed && <Profile form={form} />}
        {isInvalid && <span className={styles['bad']}>{messages.invalidAddress}</span>}
      </span>
    </ReceiverBox>
  )
}

/** Name and picture of the address's owner. */
function Profile({ form: { receiverName, receiverImage } }: { form: SendFormState }) {
  if (receiverName === null) return null
  return (
    <span className={styles['profile']}>
      {receiverImage !== null && <img src={receiverImage} alt="" width={20} height={20} />}
      {shortName(receiverName)}
    </span>
  )
}
