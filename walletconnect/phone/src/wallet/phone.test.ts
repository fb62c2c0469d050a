import { startTestRelay, type TestRelay } from '@bullring/relay/testing/start-test-relay'
import { type Anvil, startAnvil } from '@bullring/stack/chain/anvil'
import { type AppClient, createAppClient } from '@bullring/walletconnect/app'
import { createMemoryStorage } from '@bullring/walletconnect/memory-storage'
import { createWalletClient } from '@bullring/walletconnect/wallet'
import { createPublicClient, http, parseEther, recoverMessageAddress, toHex } from 'viem'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { Phone } from './phone.ts'
import type { Decidable } from './phone-state.ts'
import { signInLimits } from './read-proposal.ts'

const CHAIN_ID = 31_337
const OTHER_CHAIN_ID = 1_337
const CHAINS = [`eip155:${CHAIN_ID}`, `eip155:${OTHER_CHAIN_ID}`]
const METADATA = { name: 'Game', description: '', url: 'https://game.example', icons: [] }
const METHODS = [
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
]

let relay: TestRelay
let anvil: Anvil
const closing: { close: () => void }[] = []

beforeAll(async () => {
  relay = await startTestRelay({ variables: { RELAY_DATABASE_URL: 'memory' } })
  anvil = await startAnvil({ chainId: CHAIN_ID, blockSeconds: null })
})
afterEach(() => {
  for (const client of closing.splice(0)) client.close()
})
afterAll(async () => {
  await anvil.child.stop(0)
  await relay.stop()
})

type Stores = {
  wallet: ReturnType<typeof createMemoryStorage>
  phone: ReturnType<typeof createMemoryStorage>
}

const newStores = (): Stores => ({ wallet: createMemoryStorage(), phone: createMemoryStorage() })

async function startPhone(stores = newStores(), rpcUrl = anvil.rpcUrl): Promise<Phone> {
  const coin = { name: 'BNB', symbol: 'BNB', decimals: 18 }
  const chains = [CHAIN_ID, OTHER_CHAIN_ID].map((id) => ({
    id,
    name: `Chain ${id}`,
    nativeCurrency: coin,
    rpcUrl,
    faucetUrl: null,
  }))
  const config = { chains, relayUrl: relay.url, projectId: 'test', markets: [] }
  const client = await createWalletClient({
    relayUrl: relay.url,
    projectId: 'test',
    metadata: METADATA,
    signIn: signInLimits(config),
    storage: stores.wallet,
  })
  const phone = await Phone.open({ config, client, storage: stores.phone })
  closing.push(phone)
  return phone
}

async function startApp(): Promise<AppClient> {
  const options = { relayUrl: relay.url, projectId: 'test', metadata: METADATA }
  const app = await createAppClient(options)
  closing.push(app)
  return app
}

/** Waits for the next thing to decide. */
async function nextOf(phone: Phone): Promise<Decidable> {
  await expect.poll(() => phone.state.get().queue.length).toBeGreaterThan(0)
  const [first] = phone.state.get().queue
  if (first === undefined) throw new Error('The queue is empty')
  return first
}

async function connect(phone: Phone, chains = CHAINS) {
  const app = await startApp()
  const { uri, session } = await app.connect({
    optionalNamespaces: { eip155: { chains, methods: METHODS, events: ['chainChanged'] } },
  })
  await phone.pair(uri)
  await phone.approve(await nextOf(phone))
  const { topic } = await session
  const request = (method: string, params: unknown) =>
    app.request({ topic, chainId: `eip155:${CHAIN_ID}`, method, params })
  return { app, topic, request }
}

async function fund(address: string): Promise<void> {
  const body = { jsonrpc: '2.0', id: 1, method: 'anvil_setBalance' }
  const params = [address, toHex(parseEther('1'))]
  await fetch(anvil.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, params }),
  })
}

const RECIPIENT = '0x00000000000000000000000000000000000000aa'
const chain = () => createPublicClient({ transport: http(anvil.rpcUrl) })

test('signs a message, and rejects one', async () => {
  const phone = await startPhone()
  const { request } = await connect(phone)
  const { address } = phone.state.get()
  const signature = request('personal_sign', [toHex('hello'), address])
  await phone.approve(await nextOf(phone))
  const signed = (await signature) as `0x${string}`
  expect(await recoverMessageAddress({ message: 'hello', signature: signed })).toBe(address)

  const rejected = request('personal_sign', [toHex('no'), address])
  await phone.reject(await nextOf(phone))
  await expect(rejected).rejects.toMatchObject({ code: 5_000 })
  await expect.poll(() => phone.state.get().isSending).toBe(false)
})

test('shows requests one after another, and sends each transaction once', async () => {
  const phone = await startPhone()
  const { request } = await connect(phone)
  const { address } = phone.state.get()
  await fund(address)
  const send = (value: bigint) =>
    request('eth_sendTransaction', [{ from: address, to: RECIPIENT, value: toHex(value) }])
  const before = await chain().getBalance({ address: RECIPIENT })
  const [first, second] = [send(1n), send(2n)]
  await expect.poll(() => phone.state.get().queue.length).toBe(2)
  await phone.approve(await nextOf(phone))
  await phone.approve(await nextOf(phone))
  const hashes = (await Promise.all([first, second])) as `0x${string}`[]
  for (const hash of hashes) await chain().waitForTransactionReceipt({ hash })
  expect(await chain().getBalance({ address: RECIPIENT })).toBe(before + 3n)
  expect(await chain().getTransactionCount({ address })).toBe(2)
})

test('finishes what was decided before a reload, without doing it twice', async () => {
  const stores = newStores()
  const phone = await startPhone(stores)
  const { request } = await connect(phone)
  const { address } = phone.state.get()
  await fund(address)
  await relay.stop()
  const before = await chain().getBalance({ address: RECIPIENT })
  const sent = request('eth_sendTransaction', [{ from: address, to: RECIPIENT, value: '0x1' }])
  relay = await startTestRelay({
    variables: { RELAY_DATABASE_URL: 'memory', PORT: new URL(relay.url).port },
  })
  await phone.approve(await nextOf(phone))
  phone.close()
  const again = await startPhone(stores)
  expect(again.state.get().address).toBe(address)
  const hash = (await sent) as `0x${string}`
  await chain().waitForTransactionReceipt({ hash })
  await expect.poll(() => again.state.get().isSending).toBe(false)
  expect(again.state.get().queue).toEqual([])
  expect(await chain().getBalance({ address: RECIPIENT })).toBe(before + 1n)
})

test('switches the chain when an app or the user wants it, and reports it', async () => {
  const phone = await startPhone()
  const { app, topic, request } = await connect(phone, [`eip155:${CHAIN_ID}`])
  const switched = request('wallet_switchEthereumChain', [{ chainId: toHex(OTHER_CHAIN_ID) }])
  await phone.approve(await nextOf(phone))
  expect(await switched).toBeNull()
  expect(phone.state.get().chainId).toBe(OTHER_CHAIN_ID)
  await expect.poll(() => app.sessions()[0]?.namespaces['eip155']?.chains).toEqual(CHAINS)
  const reported = new Promise((resolve) => {
    app.on(
      'sessionEvent',
      ({ session, name, data }) => session.topic === topic && resolve([name, data]),
    )
  })
  await phone.switchChain(CHAIN_ID)
  expect(await reported).toEqual(['chainChanged', CHAIN_ID])
})

test('signs in and connects at once', async () => {
  const phone = await startPhone()
  const app = await startApp()
  const { uri, authenticated } = await app.authenticate({
    domain: 'game.example',
    uri: 'https://game.example/login',
    nonce: 'a1b2c3d4',
    chains: CHAINS,
    methods: ['personal_sign'],
    statement: 'Play.',
  })
  await phone.pair(uri)
  const login = await nextOf(phone)
  if (login.kind !== 'login') throw new Error('It is no login')
  expect(phone.loginMessages(login.login)[0]?.[1]).toContain('game.example wants you to sign in')
  await phone.approve(login)
  const { session } = await authenticated
  expect(session?.topic).toBe(phone.state.get().sessions[0]?.topic)
})

test('error: refuses other chains, accounts and methods at once, with the reason', async () => {
  const phone = await startPhone()
  const { request } = await connect(phone)
  const { address } = phone.state.get()
  await expect(
    request('wallet_addEthereumChain', [{ chainId: '0x38', chainName: 'BNB' }]),
  ).rejects.toMatchObject({ code: 4_200 })
  await expect(request('wallet_switchEthereumChain', [{ chainId: '0x38' }])).rejects.toMatchObject({
    code: 4_902,
  })
  await expect(request('personal_sign', ['0x00', RECIPIENT])).rejects.toMatchObject({ code: 4_100 })
  await expect(request('eth_sendTransaction', ['x', address])).rejects.toMatchObject({
    code: -32_602,
  })
  expect(phone.state.get().queue).toEqual([])
  expect(phone.state.get().notices.at(-1)?.text).toContain('eth_sendTransaction')
})

test('error: a proposal for public chains can only be rejected', async () => {
  const phone = await startPhone()
  const app = await startApp()
  const { uri, session } = await app.connect({
    optionalNamespaces: { eip155: { chains: ['eip155:56'], methods: [], events: [] } },
  })
  const rejected = expect(session).rejects.toMatchObject({ code: 5_100 })
  await phone.pair(uri)
  const proposal = await nextOf(phone)
  await expect(phone.approve(proposal)).rejects.toThrow(/none of the local chains/)
  await phone.reject(proposal)
  await rejected
})

test('shows that the site has confirmed the connection', async () => {
  const phone = await startPhone()
  await connect(phone)
  await expect.poll(() => phone.state.get().sessions[0]?.isAcknowledged).toBe(true)
})

test('a new account ends all sessions', async () => {
  const phone = await startPhone()
  const { app } = await connect(phone)
  const { address } = phone.state.get()
  await phone.reset()
  expect(phone.state.get().address).not.toBe(address)
  expect(phone.state.get().sessions).toEqual([])
  await expect.poll(() => app.sessions()).toEqual([])
})
