import { ConnectButton } from '@bullring/wallet-kit/connect-button'
import { createWalletKit } from '@bullring/wallet-kit/create-wallet-kit'
import { embeddedWalletOnDemand } from '@bullring/wallet-kit/embedded-wallet'
import { NetworkButton } from '@bullring/wallet-kit/network-button'
import {
  useWalletKitAccount,
  useWalletKitNetwork,
  WalletKitProvider,
} from '@bullring/wallet-kit/react'
import { walletConnectConnector } from '@bullring/walletconnect/connector'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { type Chain, defineChain, http } from 'viem'
import { createConfig, injected, useSignMessage, WagmiProvider } from 'wagmi'
import styles from './example-page.module.css'
import type { Settings } from './settings.ts'

/** A page with nothing but the kit; also the stage of the kit's browser tests. */
export function ExamplePage({ settings }: { settings: Settings }) {
  const [{ config, kit, queryClient }] = useState(() => setUp(settings))
  return (
    <WagmiProvider config={config}>
      <QueryClientProvider client={queryClient}>
        <WalletKitProvider kit={kit}>
          <main className={styles['page']} data-theme={settings.themeMode}>
            <h1>Wallet kit</h1>
            <ConnectButton />
            <NetworkButton />
            <Status />
            {settings.hasSignButton && <Signature />}
          </main>
        </WalletKitProvider>
      </QueryClientProvider>
    </WagmiProvider>
  )
}

function Status() {
  const { status, address } = useWalletKitAccount()
  const { network, isSupported } = useWalletKitNetwork()
  return (
    <p role="status">
      {status} {address} {isSupported ? network?.name : 'unsupported network'}
    </p>
  )
}

function Signature() {
  const { signMessage, data, error } = useSignMessage()
  return (
    <>
      <button type="button" onClick={() => signMessage({ message: 'Hello' })}>
        Request a signature
      </button>
      <output>{data ?? error?.message}</output>
    </>
  )
}

function setUp(settings: Settings) {
  const { relayUrl, frameUrl, isBasic, themeMode, options } = settings
  const networks = networksOf(settings)
  const metadata = { name: 'Example', description: '', url: window.location.origin, icons: [] }
  const config = createConfig({
    chains: networks,
    connectors: [
      ...(isBasic ? [] : [injected()]),
      ...(relayUrl === null
        ? []
        : [walletConnectConnector({ projectId: 'example', relayUrl, metadata })]),
      ...(frameUrl === null
        ? []
        : [embeddedWalletOnDemand({ projectId: 'example', frameUrl, metadata })]),
    ],
    multiInjectedProviderDiscovery: !isBasic,
    transports: Object.fromEntries(networks.map(({ id }) => [id, http()])),
  })
  const kit = createWalletKit({ config, projectId: 'example', themeMode, ...options })
  return { config, kit, queryClient: new QueryClient() }
}

function networksOf({ rpcUrl, secondRpcUrl, localRpcUrl }: Settings): readonly [Chain, ...Chain[]] {
  if (localRpcUrl !== null) return [chainOf(31_337, 'Local chain', localRpcUrl)]
  const second = secondRpcUrl === null ? [] : [chainOf(97, 'BNB Testnet', secondRpcUrl)]
  return [chainOf(56, 'BNB Smart Chain', rpcUrl), ...second]
}

function chainOf(id: number, name: string, rpcUrl: string) {
  return defineChain({
    id,
    name,
    nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
    blockExplorers: { default: { name: 'BscScan', url: 'https://bscscan.com' } },
  })
}
