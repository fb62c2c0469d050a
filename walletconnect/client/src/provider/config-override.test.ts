import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect, createConfig, http } from '@wagmi/core'
import type { Chain } from 'viem'
import { describe, expect, test } from 'vitest'
import { createMemoryStorage } from '../storage/memory-storage.ts'
import { approveAll } from '../testing/approve-all.ts'
import { nextEvent } from '../testing/next-event.ts'
import { METADATA, startMemoryRelay } from '../testing/relay.ts'
import { createWalletClient, type WalletEvents } from '../wallet/wallet-client.ts'
import { overrideNamespaces, toChainId } from './config-override.ts'
import { walletConnectConnector } from './connector.ts'
import type { WalletConnectProvider } from './eip1193-provider.ts'

const EVM = { chains: ['eip155:56'], methods: ['personal_sign'], events: ['chainChanged'] }

describe('overrideNamespaces', () => {
  test('replaces only the parts that are named', () => {
    expect(overrideNamespaces(EVM, {})).toEqual({ eip155: EVM })
    expect(overrideNamespaces(EVM, { methods: { eip155: ['eth_sign'] } })).toEqual({
      eip155: { ...EVM, methods: ['eth_sign'] },
    })
  })

  test('proposes further namespaces', () => {
    const override = {
      chains: { solana: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] },
      methods: { solana: ['solana_signMessage'] },
    }
    expect(overrideNamespaces(EVM, override)).toEqual({
      eip155: EVM,
      solana: {
        chains: override.chains.solana,
        methods: override.methods.solana,
        events: [],
      },
    })
  })
})

test.each([
  ['eip155:56', 56],
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', undefined],
  [undefined, undefined],
])('toChainId(%j) is %j', (caip2, id) => {
  expect(toChainId(caip2)).toBe(id)
})

const chainOf = (id: number): Chain => ({
  id,
  name: `Chain ${id}`,
  nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
})

test('the connector proposes the override, uses its chain and its endpoints', async () => {
  const relay = await startMemoryRelay()
  const node = createServer((_, reply) => {
    reply.end(JSON.stringify({ id: 1, jsonrpc: '2.0', result: '0x2a' }))
  })
  await once(node.listen(0, '127.0.0.1'), 'listening')
  const { port } = node.address() as AddressInfo
  const options = { relayUrl: relay.url, projectId: 'test', metadata: METADATA }
  const wallet = await createWalletClient(options)
  approveAll(wallet)
  const config = createConfig({
    chains: [chainOf(97), chainOf(56)],
    transports: { 56: http(), 97: http() },
    connectors: [
      walletConnectConnector({
        ...options,
        storage: createMemoryStorage(),
        universalProviderConfigOverride: {
          methods: { eip155: ['personal_sign'] },
          events: { eip155: [] },
          rpcMap: { 'eip155:56': `http://127.0.0.1:${port}` },
          defaultChain: 'eip155:56',
        },
      }),
    ],
  })
  const [connector] = config.connectors
  if (connector === undefined) throw new Error('Expected the connector.')
  connector.emitter.on('message', ({ type, data }) => {
    if (type === 'display_uri') void wallet.pair(String(data))
  })
  const proposed = nextEvent<WalletEvents, 'proposed'>(wallet, 'proposed')
  const { chainId } = await connect(config, { connector })
  expect((await proposed).proposal.optionalNamespaces).toEqual({
    eip155: { chains: ['eip155:56', 'eip155:97'], methods: ['personal_sign'], events: [] },
  })
  expect(chainId).toBe(56)
  const provider = (await connector.getProvider()) as WalletConnectProvider
  expect(await provider.request({ method: 'eth_blockNumber' })).toBe('0x2a')
  await connector.disconnect()
  wallet.close()
  node.closeAllConnections()
  node.close()
  await relay.stop()
})
