import { ConnectButton } from '@bullring/wallet-kit/connect-button'
import { createWalletKit } from '@bullring/wallet-kit/create-wallet-kit'
import { embeddedWalletOnDemand } from '@bullring/wallet-kit/embedded-wallet'
import { WalletKitProvider } from '@bullring/wallet-kit/react'
import { walletConnectConnector } from '@bullring/walletconnect/connector'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { useConnect, useConnection, useDisconnect, useSwitchChain, WagmiProvider } from 'wagmi'
import { benchConfig } from './bench-config.ts'

/** Uses the same hooks as the page without the kit, so that only the kit differs. */
function Page() {
  const { address } = useConnection()
  const hooks = [useConnect(), useDisconnect(), useSwitchChain()]
  return (
    <>
      <ConnectButton />
      {address} {hooks.length}
    </>
  )
}

const metadata = { name: 'Bench', description: '', url: window.location.origin, icons: [] }
const relayUrl = 'wss://relay.example'
/** The page is built twice. */
const embeddedWallets =
  import.meta.env.MODE === 'with-embedded-wallet'
    ? [embeddedWalletOnDemand({ projectId: 'bench', frameUrl: 'https://wallet.example', metadata })]
    : []
const config = benchConfig([
  walletConnectConnector({ projectId: 'bench', relayUrl, metadata }),
  ...embeddedWallets,
])
const kit = createWalletKit({ config, projectId: 'bench', catalogueUrl: 'https://c.example' })

const root = document.getElementById('root')
if (root !== null) {
  createRoot(root).render(
    <WagmiProvider config={config}>
      <QueryClientProvider client={new QueryClient()}>
        <WalletKitProvider kit={kit}>
          <Page />
        </WalletKitProvider>
      </QueryClientProvider>
    </WagmiProvider>,
  )
}
