import { useId } from 'react'
import type { SendFormState } from '#core/account/send-form.ts'
import { shortAddress } from '#core/account/short-address.ts'
import { useAccountDeps } from '#react/account-deps.ts'
import { useKit, useMessages } from '#react/kit-context.ts'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import { TextButton } from '#ui/text-button.tsx'
import { SEND_MESSAGES } from './send-messages.ts'
import styles from './wallet-send.module.css'

type ReceiverBoxProps = { form: SendFormState; isInvalid: boolean }

/** Input for the receiver: an address or a name. */
export function ReceiverBox({ form, isInvalid }: ReceiverBoxProps) {
  const { toasts } = useKit()
  const { sendForm } = useAccountDeps()
  const messages = useMessages('send', SEND_MESSAGES)
  const id = useId()
  const { receiver, address, isResolving } = form
  const isNamed = address !== null && address.toLowerCase() !== receiver.trim().toLowerCase()
  const paste = async () => {
    try {
      sendForm.setState({ receiver: (await navigator.clipboard.readText()).trim() })
    } catch {
      toasts.show('error', messages.pasteFailed)
    }
  }
  return (
    <div className={classNames(styles['box'], styles['receiver'])}>
      <label className={text['fieldLabel']} htmlFor={id}>
        {messages.receiver}
      </label>
      <div className={styles['line']}>
        <input
          id={id}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder={messages.receiverHint}
          value={receiver}
          aria-invalid={isInvalid}
          onChange={(event) => sendForm.setState({ receiver: event.target.value })}
        />
        {receiver === '' && <TextButton onClick={() => void paste()}>{messages.paste}</TextButton>}
      </div>
      <span className={styles['hint']} role="status">
        {isResolving && messages.resolving}
        {isNamed && shortAddress(address)}
        {isInvalid && <span className={styles['bad']}>{messages.invalidAddress}</span>}
      </span>
    </div>
  )
}
