import { useConnectParts } from '#react/connect-parts.ts'
import { useKit, useMessages } from '#react/kit-context.ts'
import { ListRow } from '#ui/list-row.tsx'
import { RowIcon } from '#ui/row-icon.tsx'
import styles from './connecting-wallet-connect.module.css'
import { PlatformPanes } from './platform-panes.tsx'
import { WALLET_CONNECT_MESSAGES } from './wallet-connect-messages.ts'

/** Shows the QR code immediately; for apps without any other way to connect. */
export function ConnectingWalletConnectBasic() {
  const { router, events, options } = useKit()
  const { client } = useConnectParts()
  const messages = useMessages('walletConnect', WALLET_CONNECT_MESSAGES)
  return (
    <>
      <PlatformPanes wallet={null} />
      {client !== null && options.allWallets === 'SHOW' && (
        <div className={styles['basicRow']}>
          <ListRow
            image={<RowIcon name="grid" />}
            title={messages.allWallets}
            hasArrow
            onClick={() => {
              events.emit({ event: 'CLICK_ALL_WALLETS' })
              router.push('AllWallets')
            }}
          />
        </div>
      )}
    </>
  )
}
