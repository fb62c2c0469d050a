import { fill } from '@bullring/wire/text/fill'
import { useKitAccount } from '#react/account/use-kit-account.ts'
import { useConnectionState, useKit, useMessages } from '#react/kit-context.ts'
import { NetworkImage } from '#react/network/network-image.tsx'
import { useSolanaChain } from '#react/network/use-solana-chain.ts'
import { Icon } from '#ui/image/icon.tsx'
import { ACCOUNT_MESSAGES } from './account-messages.ts'
import styles from './network-pill.module.css'

/** The wallet's network. Opens the list of networks if there are others; on an unknown one, with an explanation. */
export function NetworkPill() {
  const { options, router, events } = useKit()
  const messages = useMessages('account', ACCOUNT_MESSAGES)
  const { networks } = useConnectionState()
  const account = useKitAccount()
  const solana = useSolanaChain()
  if (!options.enableNetworkSwitch || account === null) return null
  const { network } = account
  const canSwitch = networks.length > 1 || network === null || Boolean(solana)
  const name = network?.name ?? messages.unknownNetwork
  return (
    <button
      type="button"
      className={styles['pill']}
      disabled={!canSwitch}
      title={fill(canSwitch ? messages.changeNetwork : messages.network, { name })}
      onClick={() => {
        events.emit({ event: 'CLICK_NETWORKS' })
        router.push(network === null ? 'UnsupportedChain' : 'Networks')
      }}
    >
      {network === null ? (
        <span className={styles['unknown']}>
          <Icon name="warning" size={18} />
        </span>
      ) : (
        <NetworkImage network={network} size={32} isRound />
      )}
      {canSwitch && <Icon name="down" size={16} />}
    </button>
  )
}
