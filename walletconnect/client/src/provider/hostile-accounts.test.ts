import type { TestRelay } from '@bullring/relay/testing/start-test-relay'
import { type Config, connect, createConfig, disconnect, getConnection, http } from '@wagmi/core'
import { type Chain, getAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMemoryStorage } from '../storage/memory-storage.ts'
import { ADDRESS, CHAIN, NAMESPACES } from '../testing/approve-all.ts'
import { ignoreClosing } from '../testing/ignore-closing.ts'
import { METADATA, startMemoryRelay } from '../testing/relay.ts'
import { createWalletClient, type WalletClient } from '../wallet/wallet-client.ts'
import { walletConnectConnector } from './connector.ts'

const BSC: Chain = {
  id: 56,
  name: 'BNB Smart Chain',
  nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
}
const { methods, events } = NAMESPACES.eip155
const SOLANA = { solana: { accounts: [`solana:5eykt4Us:${ADDRESS}`], methods, events } }
const evm = (account: string) => ({ eip155: { accounts: [account], methods, events } })

let relay: TestRelay
let wallet: WalletClient

beforeAll(async () => {
  relay = await startMemoryRelay()
  wallet = await createWalletClient(options())
})
afterAll(async () => {
  wallet.close()
  await relay.stop()
})

const options = () => ({ relayUrl: relay.url, projectId: 'test', metadata: METADATA })

function openPage(): Config {
  const connector = walletConnectConnector({ ...options(), storage: createMemoryStorage() })
  return createConfig({ chains: [BSC], transports: { 56: http() }, connectors: [connector] })
}

/** Connects a page to a wallet that approves `namespaces`, whatever the page has proposed. */
async function connectWith(page: Config, namespaces: Parameters<WalletClient['update']>[1]) {
  const [connector] = page.connectors
  if (connector === undefined) throw new Error('Expected the connector.')
  const stop = wallet.on('proposed', ({ proposal: { id } }) => {
    wallet.approve({ id, namespaces }).catch(ignoreClosing)
  })
  const onMessage = ({ type, data }: { type: string; data?: unknown }) => {
    if (type === 'display_uri') void wallet.pair(String(data))
  }
  connector.emitter.on('message', onMessage)
  try {
    return await connect(page, { connector })
  } finally {
    connector.emitter.off('message', onMessage)
    stop()
  }
}

test.each([
  ['of another kind of chain', SOLANA],
  ['that is no address', evm(`${CHAIN}:nonsense`)],
  ['of a chain without a number', evm(`eip155:bsc:${ADDRESS}`)],
])('error: a wallet that approves only an account %s leaves no session', async (_, namespaces) => {
  const page = openPage()
  await expect(connectWith(page, namespaces)).rejects.toMatchObject({ code: 5_103 })
  await expect.poll(() => wallet.sessions()).toEqual([])
  const { accounts } = await connectWith(page, NAMESPACES)
  expect(accounts).toEqual([getAddress(ADDRESS)])
  await disconnect(page)
})

test('uses the addresses among the accounts', async () => {
  const page = openPage()
  const accounts = [`${CHAIN}:nonsense`, `${CHAIN}:${ADDRESS}`, `eip155:bsc:${ADDRESS}`]
  const connected = await connectWith(page, { eip155: { accounts, methods, events } })
  expect(connected).toEqual({ accounts: [getAddress(ADDRESS)], chainId: 56 })
  await disconnect(page)
})

test('a wallet that withdraws its last address ends the session', async () => {
  const page = openPage()
  await connectWith(page, NAMESPACES)
  const [session] = wallet.sessions()
  await wallet.update(session?.topic ?? '', SOLANA)
  await expect.poll(() => getConnection(page).status).toBe('disconnected')
  await expect.poll(() => wallet.sessions()).toEqual([])
})
