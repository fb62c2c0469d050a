'use client'
import { ConnectButton } from '@bullring/wallet-kit/connect-button'
import { createWalletKit } from '@bullring/wallet-kit/create-wallet-kit'
import { useWalletKitAccount, WalletKitProvider } from '@bullring/wallet-kit/react'
import { walletConnectConnector } from '@bullring/walletconnect/connector'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { createConfig, http, useSignMessage, WagmiProvider } from 'wagmi'
import { foundry } from 'wagmi/chains'

/** A page of a new project that uses the packed libraries. `npm run try:packages` copies it into one. */
export function FreshPage({ relayUrl }: { relayUrl: string }) {
  const [{ config, kit, queryClient }] = useState(() => setUp(relayUrl))
  return (
    <WagmiProvider config={config}>
      <QueryClientProvider client={queryClient}>
        <WalletKitProvider kit={kit}>
          <ConnectButton />
          <Account />
        </WalletKitProvider>
      </QueryClientProvider>
    </WagmiProvider>
  )
}

function Account() {
  const { status, address } = useWalletKitAccount()
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

function setUp(relayUrl: string) {
  const metadata = {
    name: 'Fresh',
    description: 'A new project',
    url: 'http://127.0.0.1',
    icons: [],
  }
  const config = createConfig({
    chains: [foundry],
    connectors: [walletConnectConnector({ projectId: 'fresh', relayUrl, metadata })],
    ssr: true,
    transports: { [foundry.id]: http('http://127.0.0.1:9') },
  })
  return {
    config,
    kit: createWalletKit({ config, projectId: 'fresh' }),
    queryClient: new QueryClient(),
  }
}
