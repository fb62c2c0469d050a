import type { TestRelay } from '@bullring/relay/testing/start-test-relay'
import { numberToHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppClient, createAppClient } from '../app/app-client.ts'
import { ADDRESS, CHAIN, NAMESPACES } from '../testing/approve-all.ts'
import { nextEvent } from '../testing/next-event.ts'
import { METADATA, startMemoryRelay } from '../testing/relay.ts'
import {
  createWalletClient,
  type WalletClient,
  type WalletEvents,
} from '../wallet/wallet-client.ts'
import { type ProviderEvents, WalletConnectProvider } from './eip1193-provider.ts'

const CHAINS = [
  { chainId: 56, rpcUrl: 'http://127.0.0.1:1' },
  { chainId: 97, rpcUrl: 'http://127.0.0.1:1' },
]

let relay: TestRelay
let app: AppClient
let wallet: WalletClient

beforeAll(async () => {
  relay = await startMemoryRelay()
  const options = { relayUrl: relay.url, projectId: 'test', metadata: METADATA }
  app = await createAppClient(options)
  wallet = await createWalletClient(options)
})
afterAll(async () => {
  app.close()
  wallet.close()
  await relay.stop()
})

async function startProvider() {
  const provider = new WalletConnectProvider({ client: app, chains: CHAINS })
  provider.on('display_uri', (uri) => void wallet.pair(uri))
  const proposed = nextEvent<WalletEvents, 'proposed'>(wallet, 'proposed')
  const connected = provider.request({ method: 'eth_requestAccounts' })
  return { provider, connected, proposal: (await proposed).proposal }
}

/** Waits for an event of the provider. */
function reported<K extends keyof ProviderEvents>(provider: WalletConnectProvider, name: K) {
  return new Promise<ProviderEvents[K]>((resolve) => provider.on(name, resolve))
}

test('connects, signs, follows accounts and chains, and notices the end', async () => {
  const { provider, connected, proposal } = await startProvider()
  expect(proposal.optionalNamespaces['eip155']?.chains).toEqual([CHAIN, 'eip155:97'])
  const { topic } = await wallet.approve({ id: proposal.id, namespaces: NAMESPACES })
  expect(await connected).toEqual([ADDRESS])
  expect(await provider.request({ method: 'eth_chainId' })).toBe('0x38')

  const requested = nextEvent<WalletEvents, 'requested'>(wallet, 'requested')
  const signed = provider.request({ method: 'personal_sign', params: ['0x00', ADDRESS] })
  await wallet.respond((await requested).request, { result: '0x01' })
  expect(await signed).toBe('0x01')

  const accountsChanged = reported(provider, 'accountsChanged')
  const other = '0x00000000000000000000000000000000000000bb'
  const accounts = [`${CHAIN}:${other}`, `eip155:97:${other}`]
  await wallet.update(topic, {
    eip155: { ...NAMESPACES.eip155, accounts, chains: [CHAIN, 'eip155:97'] },
  })
  expect(await accountsChanged).toEqual([other])

  const chainChanged = reported(provider, 'chainChanged')
  const params = [{ chainId: numberToHex(97) }]
  await provider.request({ method: 'wallet_switchEthereumChain', params })
  expect(await chainChanged).toBe('0x61')

  const ended = reported(provider, 'disconnect')
  await wallet.disconnect(topic)
  expect((await ended).code).toBe(4_900)
  expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
  provider.stop()
})

test.each([
  ['an address', (address: string) => address],
  ['an address in capitals', (address: string) => `0x${address.slice(2).toUpperCase()}`],
  ['an account id', (address: string) => `${CHAIN}:${address}`],
])('follows the account that the wallet selects, as %s (R-CONNECT-8)', async (_, write) => {
  const { provider, connected, proposal } = await startProvider()
  const other = '0x00000000000000000000000000000000000000bb'
  const accounts = [`${CHAIN}:${ADDRESS}`, `${CHAIN}:${other}`]
  const namespaces = { eip155: { ...NAMESPACES.eip155, accounts, chains: [CHAIN] } }
  const { topic } = await wallet.approve({ id: proposal.id, namespaces })
  expect(await connected).toEqual([ADDRESS, other])
  const lists: string[][] = []
  provider.on('accountsChanged', (list) => lists.push(list))
  const report = (name: string, data: unknown) => wallet.emit({ topic, chainId: CHAIN, name, data })
  // Not approved for this app: no change.
  await report('accountsChanged', [`0x${'cc'.repeat(20)}`])
  await report('chainChanged', 1)
  await report('accountsChanged', [write(other)])
  await expect.poll(() => lists).toEqual([[other, ADDRESS]])
  expect(provider.accounts).toEqual([other, ADDRESS])
  expect(provider.chainId).toBe(56)
  // A list of accounts is newer than what was selected before.
  await wallet.update(topic, namespaces)
  await expect.poll(() => lists.at(-1)).toEqual([ADDRESS, other])
  await provider.disconnect()
  provider.stop()
})

/** A provider on chain 56 whose session has accounts on 56 and 97, and a function that reports an event of the wallet. */
function followedProvider() {
  const other = `0x${'bb'.repeat(20)}`
  const accounts = [`${CHAIN}:${ADDRESS}`, `${CHAIN}:${other}`, `eip155:97:${ADDRESS}`]
  const session = { topic: 't', namespaces: { eip155: { ...NAMESPACES.eip155, accounts } } }
  const listeners: Record<string, (event: unknown) => void> = {}
  const on = (name: string, listener: (event: unknown) => void) => {
    listeners[name] = listener
    return () => undefined
  }
  const client = { sessions: () => [session], on, isPairing: () => false }
  const provider = new WalletConnectProvider({ client: client as never, chains: CHAINS })
  const report = (name: string, data: unknown, chainId = CHAIN) =>
    listeners['sessionEvent']?.({ session, chainId, name, data })
  return { provider, report, other }
}

test.each([
  97,
  '97',
  '0x61',
  [97],
  'eip155:97',
  ['eip155:97'],
  { chainId: 97 },
  { chainId: '0x61' },
  { chainId: 'eip155:97', networkVersion: '97' },
  [{ chainId: '0x61' }],
])('follows the wallet to a chain that it names as %o', (data) => {
  const { provider, report } = followedProvider()
  report('chainChanged', data)
  expect(provider.chainId).toBe(97)
})

test.each(['a message', null, undefined, {}, [], '', { chainId: null }])(
  'follows the wallet to the chain of its event beside %o',
  (data) => {
    const { provider, report } = followedProvider()
    report('chainChanged', data, 'eip155:97')
    expect(provider.chainId).toBe(97)
    report('chainChanged', data, 'a message')
    expect(provider.chainId).toBe(97)
  },
)

test.each([1, '0x1', 'eip155:1', { chainId: 1 }, -97, 97.5, 'solana:97'])(
  'stays on its chain when the wallet names %o, which is not approved',
  (data) => {
    const { provider, report } = followedProvider()
    report('chainChanged', data)
    expect(provider.chainId).toBe(56)
  },
)

test('follows the account that the wallet names in a list, an object or alone', () => {
  const { provider, report, other } = followedProvider()
  report('accountsChanged', { accounts: [other] })
  expect(provider.accounts).toEqual([other, ADDRESS])
  report('accountsChanged', `${CHAIN}:${ADDRESS}`)
  expect(provider.accounts).toEqual([ADDRESS, other])
  report('accountsChanged', null)
  report('accountsChanged', [{}])
  expect(provider.accounts).toEqual([ADDRESS, other])
})

test('error: rejections have the code of EIP-1193, and unknown chains theirs', async () => {
  const refused = await startProvider()
  const rejection = expect(refused.connected).rejects.toMatchObject({ code: 4_001 })
  await wallet.reject(refused.proposal.id)
  await rejection
  refused.provider.stop()

  const { provider, connected, proposal } = await startProvider()
  await wallet.approve({ id: proposal.id, namespaces: NAMESPACES })
  await connected
  const requested = nextEvent<WalletEvents, 'requested'>(wallet, 'requested')
  const signing = provider.request({ method: 'personal_sign', params: ['0x00', ADDRESS] })
  const rejected = expect(signing).rejects.toMatchObject({ code: 4_001 })
  const error = { code: 5_000, message: 'User rejected.' }
  await wallet.respond((await requested).request, { error })
  await rejected
  const params = [{ chainId: numberToHex(97) }]
  const switching = provider.request({ method: 'wallet_switchEthereumChain', params })
  await expect(switching).rejects.toMatchObject({ code: 4_902 })
  await provider.disconnect()
  expect(provider.accounts).toEqual([])
  provider.stop()
})
