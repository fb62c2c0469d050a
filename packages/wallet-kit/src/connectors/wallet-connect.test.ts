// @vitest-environment node
import { defineChain, http } from 'viem'
import { expect, test } from 'vitest'
import { createConfig, createStorage, noopStorage } from 'wagmi'
import { reconnect } from 'wagmi/actions'
import { walletConnectOnDemand } from './wallet-connect.ts'

const CHAIN = defineChain({
  id: 56,
  name: 'BNB Smart Chain',
  nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
})

test('loads nothing for a visitor who has never connected through it', async () => {
  const metadata = { name: 'Test', description: '', url: 'https://test.example', icons: [] }
  const config = createConfig({
    chains: [CHAIN],
    connectors: [
      walletConnectOnDemand({ projectId: 'p', relayUrl: 'wss://relay.example', metadata }),
    ],
    storage: createStorage({ storage: noopStorage }),
    transports: { [CHAIN.id]: http() },
  })
  await expect(reconnect(config)).resolves.toEqual([])
  await expect(config.connectors[0]?.getProvider()).resolves.toBeUndefined()
})
