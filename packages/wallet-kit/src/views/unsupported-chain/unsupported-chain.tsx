import { useConnectionState, useKit, useMessages } from '#react/kit-context.ts'
import { NetworkImage } from '#react/network-image.tsx'
import { ListRow } from '#ui/list-row.tsx'
import { ScrollList } from '#ui/scroll-list.tsx'
import { DisconnectRow } from '#views/account/account-rows.tsx'
import { NETWORK_MESSAGES } from '#views/networks/network-messages.ts'
import styles from './unsupported-chain.module.css'

/** The wallet is on a network that the app does not know: switch, or leave. */
export function UnsupportedChain() {
  const { router } = useKit()
  const messages = useMessages('networks', NETWORK_MESSAGES)
  const { networks } = useConnectionState()
  return (
    <div className={styles['unsupported']}>
      <p className={styles['note']}>{messages.wrongNetwork}</p>
      <ScrollList className={styles['list'] ?? ''}>
        <ul>
          {networks.map((network) => (
            <li key={network.id}>
              <ListRow
                image={<NetworkImage network={network} />}
                title={network.name}
                hasArrow
                onClick={() => router.push('SwitchNetwork', { chainId: network.id })}
              />
            </li>
          ))}
        </ul>
      </ScrollList>
      <span className={styles['or']}>{messages.or}</span>
      <DisconnectRow />
    </div>
  )
}
