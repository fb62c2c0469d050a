import { useCopy, useKit, useMessages } from '#react/kit-context.ts'
import { NetworkImage } from '#react/network-image.tsx'
import { useCompatibleNetworks } from '#react/use-compatible-networks.ts'
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
  const { address } = account
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
      <Networks />
    </div>
  )
}

/** Images of this many networks are shown. */
const SHOWN_NETWORKS = 5

/** The networks on which the account can receive; several open their list. */
function Networks() {
  const { router } = useKit()
  const messages = useMessages('receive', RECEIVE_MESSAGES)
  const networks = useCompatibleNetworks()
  const [only, ...others] = networks
  if (only === undefined) return null
  if (others.length === 0) {
    return (
      <div className={styles['network']}>
        <NetworkImage network={only} size={32} />
        <div>
          <b>{only.name}</b>
          <p>{messages.onlyHere}</p>
        </div>
      </div>
    )
  }
  return (
    <button
      type="button"
      className={styles['network']}
      onClick={() => router.push('WalletCompatibleNetworks')}
    >
      <span className={styles['label']}>{messages.onlyThese}</span>
      <span className={styles['images']}>
        {networks.slice(0, SHOWN_NETWORKS).map((network) => (
          <NetworkImage key={network.id} network={network} size={28} isRound />
        ))}
      </span>
      <Icon name="forward" size={16} />
    </button>
  )
}
