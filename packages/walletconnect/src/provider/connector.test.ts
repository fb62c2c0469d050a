import type { TestRelay } from '@bullring/relay/testing/start-test-relay'
import {
  connect,
  createConfig,
  createStorage,
  disconnect,
  getConnection,
  http,
  reconnect,
  signMessage,
} from '@wagmi/core'
import { type Chain, getAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMemoryStorage } from '../storage/memory-storage.ts'
import { ADDRESS, approveAll } from '../testing/approve-all.ts'
import { METADATA, startMemoryRelay } from '../testing/relay.ts'
import { createWalletClient, type WalletClient } from '../wallet/wallet-client.ts'
import { walletConnectConnector } from './connector.ts'

const BSC: Chain = {
  id: 56,
  name: 'BNB Smart Chain',
  nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
}

let relay: TestRelay
let wallet: WalletClient

beforeAll(async () => {
  relay = await startMemoryRelay()
  const options = { relayUrl: relay.url, projectId: 'test', metadata: METADATA }
  wallet = await createWalletClient(options)
  approveAll(wallet)
})
afterAll(async () => {
  wallet.close()
  await relay.stop()
})

test('wagmi connects, signs, reconnects after a reload, and disconnects', async () => {
  const pages = new Map<string, string>()
  const storage = createMemoryStorage()
  const openPage = () =>
    createConfig({
      chains: [BSC],
      transports: { 56: http() },
      storage: createStorage({
        storage: {
          getItem: (key) => pages.get(key) ?? null,
          setItem: (key, value) => void pages.set(key, value),
          removeItem: (key) => void pages.delete(key),
        },
      }),
      connectors: [
        walletConnectConnector({
          ...{ relayUrl: relay.url, projectId: 'test', metadata: METADATA, storage },
        }),
      ],
    })
  const config = openPage()
  const [connector] = config.connectors
  if (connector === undefined) throw new Error('Expected the connector.')
  expect(await connector.getProvider()).toBeUndefined()
  connector.emitter.on('message', ({ type, data }) => {
    if (type === 'display_uri') void wallet.pair(String(data))
  })
  const { accounts, chainId } = await connect(config, { connector })
  expect([accounts, chainId]).toEqual([[getAddress(ADDRESS)], 56])
  expect(await signMessage(config, { message: 'hello' })).toContain('signed')

  const reloaded = openPage()
  await reconnect(reloaded)
  expect(getConnection(reloaded).address).toBe(getAddress(ADDRESS))
  await disconnect(reloaded)
  expect(getConnection(reloaded).status).toBe('disconnected')
  await expect.poll(() => wallet.sessions()).toEqual([])
})
