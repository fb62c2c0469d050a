import { useCopy, useMessages } from '#react/kit-context.ts'
import { NetworkImage } from '#react/network-image.tsx'
import { useKitAccount } from '#react/use-kit-account.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { QrCode } from '#ui/qr-code.tsx'
import { WholeAddress } from '#ui/whole-address.tsx'
import { RECEIVE_MESSAGES } from './receive-messages.ts'
import styles from './wallet-receive.module.css'

/** Shows the full address as text and as a QR code. */
export function WalletReceive() {
  const messages = useMessages('receive', RECEIVE_MESSAGES)
  const copy = useCopy()
  const account = useKitAccount()
  if (account === null) return null
  const { address, network } = account
  return (
    <div className={styles['receive']}>
      <div className={styles['code']}>
        <QrCode value={address} label={messages.code} />
      </div>
      <p className={styles['hint']}>{messages.hint}</p>
      <p className={styles['address']}>
        <WholeAddress address={address} />
      </p>
      <Button tone="quiet" isWide onClick={() => copy(address, messages.copied)}>
        <Icon name="copy" size={18} />
        {messages.copy}
      </Button>
      {network !== null && (
        <div className={styles['network']}>
          <NetworkImage network={network} size={32} />
          <div>
            <b>{network.name}</b>
            <p>{messages.onlyHere}</p>
          </div>
        </div>
      )}
    </div>
  )
}
