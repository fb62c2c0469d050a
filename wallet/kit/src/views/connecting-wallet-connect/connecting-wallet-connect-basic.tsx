import { hasAllWallets } from '#core/wallets/wallet-list.ts'
import { useConnectDeps } from '#react/connect/connect-deps.ts'
import { useConnectionState, useKit } from '#react/kit-context.ts'
import { AllWalletsRow } from '#views/connect/all-wallets-row.tsx'
import styles from './connecting-wallet-connect.module.css'
import { PlatformPanes } from './platform-panes.tsx'

/** Shows the QR code immediately; for apps without any other way to connect. */
export function ConnectingWalletConnectBasic() {
  const { options, device } = useKit()
  const { client } = useConnectDeps()
  const { connectors } = useConnectionState()
  const hasAll = client !== null && hasAllWallets(options, connectors, device().isMobile)
  return (
    <>
      <PlatformPanes wallet={null} />
      {hasAll && (
        <div className={styles['basicRow']}>
          <AllWalletsRow />
        </div>
      )}
    </>
  )
}
