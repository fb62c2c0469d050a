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
import { type Chain, getAddress, verifyMessage } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createMemoryStorage } from '../storage/memory-storage.ts'
import type { Storage } from '../storage/storage.ts'
import { ADDRESS, approveAll, CHAIN, NAMESPACES } from '../testing/approve-all.ts'
import { killedStorage } from '../testing/killed-storage.ts'
import { METADATA, startMemoryRelay } from '../testing/relay.ts'
import { createWalletClient, type WalletClient } from '../wallet/wallet-client.ts'
import {
  type PendingRequests,
  REQUESTS_PENDING,
  SESSION_ENDED,
  walletConnectConnector,
} from './connector.ts'
import type { ConnectionSignIn } from './request-session.ts'

const BSC: Chain = {
  id: 56,
  name: 'BNB Smart Chain',
  nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
}

let relay: TestRelay
let wallet: WalletClient
const closing: WalletClient[] = []

beforeAll(async () => {
  relay = await startMemoryRelay()
  const options = { relayUrl: relay.url, projectId: 'test', metadata: METADATA }
  wallet = await createWalletClient(options)
  approveAll(wallet)
})
afterAll(async () => {
  for (const each of [wallet, ...closing]) each.close()
  await relay.stop()
})

/** Opens a page whose storage outlives it. */
function createPages() {
  const items = new Map<string, string>()
  const shared = createMemoryStorage()
  return (storage: Storage = shared) =>
    createConfig({
      chains: [BSC],
      transports: { 56: http() },
      storage: createStorage({
        storage: {
          getItem: (key) => items.get(key) ?? null,
          setItem: (key, value) => void items.set(key, value),
          removeItem: (key) => void items.delete(key),
        },
      }),
      connectors: [
        walletConnectConnector({
          relayUrl: relay.url,
          projectId: 'test',
          metadata: METADATA,
          storage,
        }),
      ],
    })
}

/** Returns the connector of a page, and what it reports. */
function follow(config: ReturnType<ReturnType<typeof createPages>>) {
  const [connector] = config.connectors
  if (connector === undefined) throw new Error('Expected the connector.')
  const messages: { type: string; data?: unknown }[] = []
  connector.emitter.on('message', ({ type, data }) => messages.push({ type, data }))
  const dataOf = (type: string) =>
    messages.filter((message) => message.type === type).map(({ data }) => data)
  return { connector, dataOf }
}

test('wagmi connects, signs, reconnects after a reload, and disconnects', async () => {
  const openPage = createPages()
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

test('a page that was reloaded keeps the account that the wallet has selected', async () => {
  const openPage = createPages()
  const config = openPage()
  const { connector } = follow(config)
  connector.emitter.on('message', ({ type, data }) => {
    if (type === 'display_uri') void wallet.pair(String(data))
  })
  await connect(config, { connector })
  const [session] = wallet.sessions()
  if (session === undefined) throw new Error('Expected a session.')
  const { topic } = session
  const other = `0x${'bb'.repeat(20)}`
  const accounts = [`${CHAIN}:${ADDRESS}`, `${CHAIN}:${other}`]
  await wallet.update(topic, { eip155: { ...NAMESPACES.eip155, accounts } })
  await wallet.emit({ topic, chainId: CHAIN, name: 'accountsChanged', data: [other] })
  await expect.poll(() => getConnection(config).address).toBe(getAddress(other))

  const reloaded = openPage()
  await reconnect(reloaded)
  expect(getConnection(reloaded).addresses).toEqual([getAddress(other), getAddress(ADDRESS)])
  await disconnect(reloaded)
})

test('reports what waits for the wallet, and that the wallet has ended the session', async () => {
  const config = createPages()()
  const { connector, dataOf } = follow(config)
  connector.emitter.on('message', ({ type, data }) => {
    if (type === 'display_uri') void wallet.pair(String(data))
  })
  await connect(config, { connector })
  await signMessage(config, { message: 'hello' })
  const counts = dataOf(REQUESTS_PENDING).map((data) => (data as PendingRequests).count)
  expect(counts).toEqual([1, 0])
  expect(dataOf(REQUESTS_PENDING)[0]).toMatchObject({ walletName: 'Test', walletLink: null })
  for (const { topic } of wallet.sessions()) await wallet.disconnect(topic)
  await expect.poll(() => getConnection(config).status).toBe('disconnected')
  expect(dataOf(SESSION_ENDED)).toEqual([{ isExpired: false }])
})

test('a page that was reloaded while the wallet was open connects by itself', async () => {
  const storage = createMemoryStorage()
  const openPage = createPages()
  const dying = killedStorage(storage)
  const first = openPage(dying)
  const { connector, dataOf } = follow(first)
  const connecting = connect(first, { connector })
  connecting.catch(() => undefined)
  await expect.poll(() => dataOf('display_uri')).toHaveLength(1)
  dying.kill()
  const reloaded = openPage(storage)
  await reconnect(reloaded)
  expect(getConnection(reloaded).status).toBe('disconnected')
  await wallet.pair(String(dataOf('display_uri')[0]))
  await expect.poll(() => getConnection(reloaded).address).toBe(getAddress(ADDRESS))
  await disconnect(reloaded)
})

const SIGNER = privateKeyToAccount(`0x${'11'.repeat(32)}`)

/** Starts a wallet that signs logins with `sign`, or rejects them without it. */
async function startSigningWallet(sign?: (message: string) => Promise<string>) {
  const options = { relayUrl: relay.url, projectId: 'test', metadata: METADATA }
  const signIn = { chains: ['eip155:56'], methods: ['personal_sign'] }
  const signing = await createWalletClient({ ...options, signIn })
  closing.push(signing)
  signing.on('loginRequested', async ({ login: { id } }) => {
    if (sign === undefined) return await signing.rejectLogin(id)
    const account = `eip155:56:${SIGNER.address}`
    const signature = await sign(signing.loginMessage(id, account))
    await signing.approveLogin(id, { [account]: signature })
  })
  return signing
}

const SIGN_IN = { domain: 'game.example', uri: 'https://game.example', nonce: 'a1b2c3d4' }

/** Connects a page with a sign-in. */
function signInWith(phone: WalletClient, onSigned: ConnectionSignIn['onSigned']) {
  const config = createPages()()
  const { connector } = follow(config)
  connector.emitter.on('message', ({ type, data }) => {
    if (type === 'display_uri') void phone.pair(String(data))
  })
  const parameters = { connector, signIn: { ...SIGN_IN, onSigned } }
  return { config, connecting: connect(config, parameters) }
}

test('signs in together with the connection, before wagmi has the account', async () => {
  const phone = await startSigningWallet((message) => SIGNER.signMessage({ message }))
  const onSigned = vi.fn<ConnectionSignIn['onSigned']>(
    async ({ message, signature, ...signed }) => {
      expect(signed).toMatchObject({ address: SIGNER.address, chainId: 56 })
      const isValid = { address: SIGNER.address, message, signature: signature as `0x${string}` }
      expect(await verifyMessage(isValid)).toBe(true)
      expect(getConnection(config).status).toBe('connecting')
    },
  )
  const { config, connecting } = signInWith(phone, onSigned)
  await connecting
  expect(onSigned).toHaveBeenCalledOnce()
  expect(getConnection(config).address).toBe(SIGNER.address)
})

test('a page that was reloaded while the user was signing in connects, without a login', async () => {
  // The lock of the page that is gone would outlive it in this process.
  vi.stubGlobal('navigator', {})
  const storage = createMemoryStorage()
  const openPage = createPages()
  const dying = killedStorage(storage)
  const first = openPage(dying)
  const { connector, dataOf } = follow(first)
  const onSigned = vi.fn<ConnectionSignIn['onSigned']>(() => Promise.resolve())
  const parameters = { connector, signIn: { ...SIGN_IN, onSigned } }
  connect(first, parameters).catch(() => undefined)
  await expect.poll(() => dataOf('display_uri')).toHaveLength(1)
  dying.kill()
  const reloaded = openPage(storage)
  await reconnect(reloaded)
  const phone = await startSigningWallet((message) => SIGNER.signMessage({ message }))
  await phone.pair(String(dataOf('display_uri')[0]))
  await expect.poll(() => getConnection(reloaded).address).toBe(SIGNER.address)
  expect(onSigned).not.toHaveBeenCalled()
  await disconnect(reloaded)
  await expect.poll(() => phone.sessions()).toEqual([])
  vi.unstubAllGlobals()
})

test('connects a wallet that does not know logins, without one', async () => {
  const onSigned = vi.fn<ConnectionSignIn['onSigned']>(() => Promise.resolve())
  const { config, connecting } = signInWith(wallet, onSigned)
  await connecting
  expect(getConnection(config).address).toBe(getAddress(ADDRESS))
  expect(onSigned).not.toHaveBeenCalled()
  await disconnect(config)
})

test('error: a login that the user rejects, or the app does not accept, leaves no session', async () => {
  const rejecting = signInWith(await startSigningWallet(), () => Promise.resolve())
  await expect(rejecting.connecting).rejects.toMatchObject({ code: 4_001 })

  const phone = await startSigningWallet((message) => SIGNER.signMessage({ message }))
  const refused = signInWith(phone, () => Promise.reject(new Error('Not accepted')))
  await expect(refused.connecting).rejects.toThrow('Not accepted')
  await expect.poll(() => phone.sessions()).toEqual([])
})
