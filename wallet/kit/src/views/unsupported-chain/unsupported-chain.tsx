import { toCaipNetworkId } from '@bullring/wire/caip-ids'
import { fill } from '@bullring/wire/text/fill'
import { knownNetwork } from '#core/connect/known-networks.ts'
import { useConnectionState, useKit, useMessages } from '#react/kit-context.ts'
import { NetworkImage } from '#react/network/network-image.tsx'
import layout from '#ui/layout.module.css'
import { ListRow } from '#ui/list/list-row.tsx'
import { RowList } from '#ui/list/row-list.tsx'
import { ScrollList } from '#ui/list/scroll-list.tsx'
import { DisconnectButton } from '#views/account/disconnect-button.tsx'
import { NETWORK_MESSAGES } from '#views/networks/network-messages.ts'
import styles from './unsupported-chain.module.css'

/** Offers to switch or disconnect while the wallet is on an unsupported network (R-NETWORK-3). */
export function UnsupportedChain() {
  const { router } = useKit()
  const messages = useMessages('networks', NETWORK_MESSAGES)
  const { connection, networks } = useConnectionState()
  const current = knownNetwork(toCaipNetworkId(connection.chainId ?? 0))
  return (
    <div className={layout['view']}>
      <p className={styles['note']}>
        {current !== undefined && `${fill(messages.currentNetwork, { name: current.name })} `}
        {messages.wrongNetwork}
      </p>
      <ScrollList isFullWidth>
        <RowList>
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
        </RowList>
      </ScrollList>
      <span className={styles['or']}>{messages.or}</span>
      <DisconnectButton />
    </div>
  )
}
