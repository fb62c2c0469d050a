import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { useAccount, useSignMessage, WagmiProvider } from 'wagmi'

const queryClient = new QueryClient()

/** Shows a kit's button, and the account and signature that the app gets. */
export function showApp(config, button) {
  createRoot(document.getElementById('root')).render(
    <WagmiProvider config={config}>
      <QueryClientProvider client={queryClient}>
        {button}
        <Account />
      </QueryClientProvider>
    </WagmiProvider>,
  )
}

function Account() {
  const { status, address } = useAccount()
  const { signMessage, data, error } = useSignMessage()
  return (
    <main>
      <p role="status">
        {status} {address}
      </p>
      <button type="button" onClick={() => signMessage({ message: 'Hello' })}>
        Sign
      </button>
      <output>{data ?? error?.message}</output>
    </main>
  )
}
