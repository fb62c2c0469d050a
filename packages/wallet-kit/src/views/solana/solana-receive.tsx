import { useCopy, useMessages } from '#react/kit-context.ts'
import { NetworkImage } from '#react/network-image.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { QrCode } from '#ui/qr-code.tsx'
import { WholeAddress } from '#ui/whole-address.tsx'
import { RECEIVE_MESSAGES } from '#views/wallet-receive/receive-messages.ts'
import styles from '#views/wallet-receive/wallet-receive.module.css'
import { SolanaPane } from './solana-pane.tsx'
import { useSolanaAccount } from './use-solana-account.ts'

/** Shows the full Solana address as text and as a QR code. */
export function SolanaReceive() {
  const account = useSolanaAccount()
  const messages = useMessages('receive', RECEIVE_MESSAGES)
  const copy = useCopy()
  return (
    <SolanaPane account={account}>
      {(address) => (
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
          <div className={styles['network']}>
            <NetworkImage network={{ id: 0, name: 'Solana' }} size={32} />
            <div>
              <b>Solana</b>
              <p>{messages.onlyHere}</p>
            </div>
          </div>
        </div>
      )}
    </SolanaPane>
  )
}
