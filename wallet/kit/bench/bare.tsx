import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { useConnect, useConnection, useDisconnect, useSwitchChain, WagmiProvider } from 'wagmi'
import { benchConfig } from './bench-config.ts'

/** A page without a kit: wagmi's provider and the hooks every dapp uses. */
function Bare() {
  const { address } = useConnection()
  const { mutate: connect } = useConnect()
  const { mutate: disconnect } = useDisconnect()
  const { mutate: switchChain } = useSwitchChain()
  const [connector] = config.connectors
  return (
    <>
      <button type="button" onClick={() => connector && connect({ connector })}>
        {address ?? 'Connect'}
      </button>
      <button type="button" onClick={() => disconnect()}>
        Disconnect
      </button>
      <button type="button" onClick={() => switchChain({ chainId: 56 })}>
        Switch
      </button>
    </>
  )
}

const config = benchConfig([])
const root = document.getElementById('root')
if (root !== null) {
  createRoot(root).render(
    <WagmiProvider config={config}>
      <QueryClientProvider client={new QueryClient()}>
        <Bare />
      </QueryClientProvider>
    </WagmiProvider>,
  )
}
