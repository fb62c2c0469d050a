import type { TestRelay } from '@bullring/relay/testing/start-test-relay'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type AppClient, createAppClient } from '../app/app-client.ts'
import { CHAIN, NAMESPACES, PROPOSED } from '../testing/approve-all.ts'
import { nextEvent } from '../testing/next-event.ts'
import { METADATA, startMemoryRelay } from '../testing/relay.ts'
import { createWalletClient, type WalletClient, type WalletEvents } from './wallet-client.ts'

const PAGE = { domain: 'app.example', uri: 'https://app.example/login', nonce: 'a1b2c3d4' }
const LOGIN = { ...PAGE, chains: [CHAIN], methods: ['personal_sign'] }
const ACCOUNT = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const CAIP_10 = `${CHAIN}:${ACCOUNT.address}`
const NOT_FOUND = { code: -32_001 }

let relay: TestRelay
let app: AppClient
let wallet: WalletClient

beforeEach(async () => {
  relay = await startMemoryRelay()
  const options = { relayUrl: relay.url, projectId: 'test', metadata: METADATA }
  app = await createAppClient(options)
  const signIn = { chains: [CHAIN], methods: ['personal_sign'] }
  wallet = await createWalletClient({ ...options, signIn })
})
afterEach(async () => {
  app.close()
  wallet.close()
  await relay.stop()
})

/** Lets the wallet show a proposal. */
async function propose() {
  const { uri, session } = await app.connect(PROPOSED)
  const proposed = nextEvent<WalletEvents, 'proposed'>(wallet, 'proposed')
  await wallet.pair(uri)
  return { id: (await proposed).proposal.id, session }
}

/** Lets the wallet show a login. Returns it with its signature. */
async function requestLogin() {
  const { uri, authenticated } = await app.authenticate(LOGIN)
  const requested = nextEvent<WalletEvents, 'loginRequested'>(wallet, 'loginRequested')
  await wallet.pair(uri)
  const { id } = (await requested).login
  const signature = await ACCOUNT.signMessage({ message: wallet.loginMessage(id, CAIP_10) })
  return { id, authenticated, signatures: { [CAIP_10]: signature } }
}

test('error: a second approval of a proposal, while the first is under way', async () => {
  const { id, session } = await propose()
  const approved = wallet.approve({ id, namespaces: NAMESPACES })
  await expect(wallet.approve({ id, namespaces: NAMESPACES })).rejects.toMatchObject(NOT_FOUND)
  await expect(wallet.reject(id)).rejects.toMatchObject(NOT_FOUND)
  const { topic } = await approved
  expect(wallet.sessions().map((each) => each.topic)).toEqual([topic])
  expect((await session).topic).toBe(topic)
})

test('a proposal may be approved after an approval that was not valid', async () => {
  const { id, session } = await propose()
  await expect(wallet.approve({ id, namespaces: {} })).rejects.toMatchObject({ code: 5_104 })
  const { topic } = await wallet.approve({ id, namespaces: NAMESPACES })
  expect((await session).topic).toBe(topic)
})

test('error: a second approval of a login, while the first is under way', async () => {
  const { id, authenticated, signatures } = await requestLogin()
  const approved = wallet.approveLogin(id, signatures)
  await expect(wallet.approveLogin(id, signatures)).rejects.toMatchObject(NOT_FOUND)
  await expect(wallet.rejectLogin(id)).rejects.toMatchObject(NOT_FOUND)
  const session = await approved
  expect(wallet.sessions().map(({ topic }) => topic)).toEqual([session?.topic])
  expect((await authenticated).session.topic).toBe(session?.topic)
})
