import { fill } from '#core/words.ts'
import { Icon } from '#ui/icon.tsx'
import { useConnectionState, useKit, useWords } from '../../kit-context.ts'
import { NetworkImage } from '../../network-image.tsx'
import { useAccount } from '../../use-account.ts'
import { ACCOUNT_WORDS } from './account-words.ts'
import styles from './network-pill.module.css'

/** The wallet's network; leads to the others where there are others. */
export function NetworkPill() {
  const { options, router, events } = useKit()
  const words = useWords('account', ACCOUNT_WORDS)
  const { networks } = useConnectionState()
  const account = useAccount()
  if (!options.enableNetworkSwitch || account === null) return null
  const { network } = account
  const canSwitch = networks.length > 1 || network === null
  const name = network?.name ?? words.unknownNetwork
  return (
    <button
      type="button"
      className={styles['pill']}
      disabled={!canSwitch}
      aria-label={fill(canSwitch ? words.changeNetwork : words.network, { name })}
      title={name}
      onClick={() => {
        events.emit({ event: 'CLICK_NETWORKS' })
        router.push('Networks')
      }}
    >
      {network === null ? (
        <span className={styles['unknown']}>
          <Icon name="warning" size={18} />
        </span>
      ) : (
        <span className={styles['image']}>
          <NetworkImage network={network} size={32} />
        </span>
      )}
      {canSwitch && <Icon name="down" size={16} />}
    </button>
  )
}
