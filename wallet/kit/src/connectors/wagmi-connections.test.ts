import type { ConnectionSignIn as ProviderSignIn } from '@bullring/walletconnect/provider'
import { bsc } from 'viem/chains'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { createConfig, http, injected } from 'wagmi'
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

/** A wallet whose provider is the given one. */
function pageWith(provider: object) {
  const config = createConfig({
    chains: [bsc],
    connectors: [injected({ target: { id: 'io.odd', name: 'Odd', provider: provider as never } })],
    transports: { [bsc.id]: http('http://127.0.0.1:9') },
    multiInjectedProviderDiscovery: false,
    storage: null,
  })
  const connections = createWagmiConnections(config)
  const connector = connections.getState().connectors[0]
  return { connections, connect: () => connections.connect(connector?.uid ?? '') }
}

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** Replies to `eth_accounts` and `eth_requestAccounts` with `accounts`. */
const requestOf =
  (accounts: unknown, chainId: unknown = '0x38') =>
  ({ method }: { method: string }) =>
    Promise.resolve(method === 'eth_chainId' ? chainId : accounts)

const noop = () => undefined
const listeners = { on: noop, removeListener: noop }

describe('a wallet that violates EIP-1193', () => {
  test.each([[null], [undefined], [{}], ['locked'], [7], [[]], [[null]], [['locked']], [[{}]]])(
    'error: reveals no account when it responds with %o',
    async (accounts) => {
      const { connections, connect } = pageWith({ request: requestOf(accounts), ...listeners })
      await expect(connect()).rejects.toThrow('No accounts found')
      expect(connections.getState().connection.status).toBe('disconnected')
    },
  )

  test('connects with the accounts that are addresses', async () => {
    const accounts = [null, 'locked', ADDRESS.toLowerCase(), {}, OTHER]
    const { connections, connect } = pageWith({ request: requestOf(accounts), ...listeners })
    await connect()
    expect(connections.getState().connection.accounts).toEqual([ADDRESS, OTHER])
  })

  test.each([
    ['without listeners', {}],
    ['without `removeListener`', { on: noop }],
    ['with null as `on`', { on: null, removeListener: null }],
    ['that is frozen', Object.freeze({ request: requestOf([ADDRESS]), ...listeners })],
  ])('connects and disconnects %s', async (_, provider) => {
    const { connections, connect } = pageWith(
      Object.isFrozen(provider) ? provider : { request: requestOf([ADDRESS]), ...provider },
    )
    await connect()
    expect(connections.getState().connection).toMatchObject({ status: 'connected', chainId: 56 })
    await connections.disconnect()
    expect(connections.getState().connection.status).toBe('disconnected')
  })

  test.each(['0x38', 56, '56', 'eip155:56', ['0x38']])('is on chain 56 as %o', async (chainId) => {
    const { connections, connect } = pageWith({
      request: requestOf([ADDRESS], chainId),
      ...listeners,
    })
    await connect()
    expect(connections.getState().connection.chainId).toBe(56)
  })

  test.each([[undefined], [null], ['No']])(
    'error: connect fails after it rejects %o',
    async (reason) => {
      const { connect } = pageWith({ request: () => Promise.reject(reason), ...listeners })
      await expect(connect()).rejects.toThrow(reason ?? 'Wallet error')
    },
  )

  test('keeps methods of a class with private fields', async () => {
    class Wallet {
      readonly #accounts = [ADDRESS]
      request({ method }: { method: string }) {
        return Promise.resolve(method === 'eth_chainId' ? '0x38' : this.#accounts)
      }
      on() {
        return this.#accounts.length
      }
    }
    const { connections, connect } = pageWith(new Wallet())
    await connect()
    expect(connections.getState().connection.address).toBe(ADDRESS)
  })

  test('follows its events in every form', async () => {
    const events: Record<string, (data: unknown) => void> = {}
    const on = (name: string, listener: (data: unknown) => void) => {
      events[name] = listener
    }
    const { connections, connect } = pageWith({ request: requestOf([ADDRESS]), on })
    await connect()
    const { connection } = connections.getState()
    events['chainChanged']?.('eip155:97')
    expect(connections.getState().connection.chainId).toBe(97)
    events['chainChanged']?.(null)
    events['chainChanged']?.('a message')
    expect(connections.getState().connection.chainId).toBe(97)
    events['chainChanged']?.({ chainId: '0x38' })
    expect(connections.getState().connection.chainId).toBe(connection.chainId)
  })
})

test('gives the texts of the app to its connector, and not to a wallet that announces its id', () => {
  const config = createConfig({
    chains: [bsc],
    connectors: ['Ours', 'Theirs'].map((name) => testWallet({ id: 'my.wallet', name })),
    transports: { [bsc.id]: http('http://127.0.0.1:9') },
    multiInjectedProviderDiscovery: false,
    storage: null,
  })
  const { connectors } = createWagmiConnections(config, {
    'my.wallet': { name: 'Play money' },
  }).getState()
  expect(connectors.map(({ name }) => name)).toEqual(['Play money', 'Theirs'])
})

test('the connector for WalletConnect takes the sign-in of the kit', () => {
  expectTypeOf<ConnectionSignIn>().toExtend<ProviderSignIn>()
})
