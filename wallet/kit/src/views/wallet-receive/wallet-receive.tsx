import { useKitAccount } from '#react/account/use-kit-account.ts'
import { useKit, useMessages } from '#react/kit-context.ts'
import { NetworkImage } from '#react/network/network-image.tsx'
import { useCompatibleNetworks } from '#react/network/use-compatible-networks.ts'
import { Icon } from '#ui/image/icon.tsx'
import { OnlyNetwork, ReceiveAddress } from './receive-address.tsx'
import { RECEIVE_MESSAGES } from './receive-messages.ts'
import styles from './wallet-receive.module.css'

/** Shows the full address as text and as a QR code. */
export function WalletReceive() {
  const account = useKitAccount()
  if (account === null) return null
  return (
    <ReceiveAddress address={account.address}>
      <Networks />
    </ReceiveAddress>
  )
}

/** Images of this many networks are shown. */
const SHOWN_NETWORKS = 5

/** The networks on which the account can receive. Several open their list. */
function Networks() {
  const { router } = useKit()
  const messages = useMessages('receive', RECEIVE_MESSAGES)
  const networks = useCompatibleNetworks()
  const [only, ...others] = networks
  if (only === undefined) return null
  if (others.length === 0) return <OnlyNetwork network={only} />
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
