import { useConnectDeps } from '#react/connect-deps.ts'
import { useKit } from '#react/kit-context.ts'
import { AllWalletsRow } from '#views/connect/all-wallets-row.tsx'
import styles from './connecting-wallet-connect.module.css'
import { PlatformPanes } from './platform-panes.tsx'

/** Shows the QR code immediately; for apps without any other way to connect. */
export function ConnectingWalletConnectBasic() {
  const { options } = useKit()
  const { client } = useConnectDeps()
  return (
    <>
      <PlatformPanes wallet={null} />
      {client !== null && options.allWallets === 'SHOW' && (
        <div className={styles['basicRow']}>
          <AllWalletsRow />
        </div>
      )}
    </>
  )
}
