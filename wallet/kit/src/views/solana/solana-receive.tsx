import { OnlyNetwork, ReceiveAddress } from '#views/wallet-receive/receive-address.tsx'
import { SolanaPane } from './solana-pane.tsx'
import { useSolanaAccount } from './use-solana-account.ts'

/** Shows the full Solana address as text and as a QR code. */
export function SolanaReceive() {
  const account = useSolanaAccount()
  return (
    <SolanaPane account={account}>
      {(address) => (
        <ReceiveAddress address={address}>
          <OnlyNetwork network={{ id: 0, name: 'Solana' }} />
        </ReceiveAddress>
      )}
    </SolanaPane>
  )
}
