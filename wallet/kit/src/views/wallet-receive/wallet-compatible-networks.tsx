import { useMessages } from '#react/kit-context.ts'
import { NetworkImage } from '#react/network/network-image.tsx'
import { useCompatibleNetworks } from '#react/network/use-compatible-networks.ts'
import { RowList } from '#ui/list/row-list.tsx'
import { ScrollList } from '#ui/list/scroll-list.tsx'
import { RECEIVE_MESSAGES } from './receive-messages.ts'
import styles from './wallet-receive.module.css'

/** Lists the networks on which the account can receive. */
export function WalletCompatibleNetworks() {
  const messages = useMessages('receive', RECEIVE_MESSAGES)
  const networks = useCompatibleNetworks()
  return (
    <div className={styles['networks']}>
      <p className={styles['explanation']}>{messages.networksHint}</p>
      <ScrollList isFullWidth>
        <RowList>
          {networks.map((network) => (
            <li key={network.id} className={styles['network']}>
              <NetworkImage network={network} size={32} />
              <b>{network.name}</b>
            </li>
          ))}
        </RowList>
      </ScrollList>
    </div>
  )
}
