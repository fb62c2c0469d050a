import type { ConnectionSignIn as ProviderSignIn } from '@bullring/walletconnect/provider'
import { bsc } from 'viem/chains'
import { expect, expectTypeOf, test } from 'vitest'
import { createConfig, http } from 'wagmi'
import type { ConnectionSignIn } from '#core/connect/connections.ts'
import { testWallet } from '#testing/test-wallet.ts'
import { createWagmiConnections } from './wagmi-connections.ts'

test('error: connect fails when the wallet reveals no account, and stays disconnected', async () => {
  const config = createConfig({
    chains: [bsc],
    connectors: [testWallet({ id: 'com.empty', name: 'Empty', hasNoAccounts: true })],
    transports: { [bsc.id]: http('http://127.0.0.1:9') },
    multiInjectedProviderDiscovery: false,
    storage: null,
  })
  const connections = createWagmiConnections(config)
  const [connector] = connections.getState().connectors
  await expect(connections.connect(connector?.uid ?? '')).rejects.toThrow('No accounts found')
  expect(connections.getState().connection.status).toBe('disconnected')
})

test('error: connect fails for a wallet that takes no requests', async () => {
  const config = createConfig({
    chains: [bsc],
    connectors: [testWallet({ id: 'com.old', name: 'Old', provider: { send: () => undefined } })],
    transports: { [bsc.id]: http('http://127.0.0.1:9') },
    multiInjectedProviderDiscovery: false,
    storage: null,
  })
  const connections = createWagmiConnections(config)
  const [connector] = connections.getState().connectors
  await expect(connections.connect(connector?.uid ?? '')).rejects.toThrow(
    'Unsupported provider type',
  )
})

test('the connector for WalletConnect takes the sign-in of the kit', () => {
  expectTypeOf<ConnectionSignIn>().toExtend<ProviderSignIn>()
})
