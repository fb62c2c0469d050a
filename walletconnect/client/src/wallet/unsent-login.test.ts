import type { TestRelay } from '@bullring/relay/testing/start-test-relay'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type AppClient, createAppClient } from '../app/app-client.ts'
import { createMemoryStorage } from '../storage/memory-storage.ts'
import { CHAIN } from '../testing/approve-all.ts'
import { nextEvent } from '../testing/next-event.ts'
import { METADATA, startMemoryRelay } from '../testing/relay.ts'
import { createWalletClient, type WalletClient, type WalletEvents } from './wallet-client.ts'

const SIGN_IN = { chains: [CHAIN], methods: ['personal_sign'] }
const PAGE = { domain: 'app.example', uri: 'https://app.example/login', nonce: 'a1b2c3d4' }
const ACCOUNT = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const CAIP_10 = `${CHAIN}:${ACCOUNT.address}`
const NO_RELAY = 'ws://127.0.0.1:1'
const CLOSED = { code: -32_000 }
const HOUR_MS = 3_600_000

let relay: TestRelay
let app: AppClient
let storage: ReturnType<typeof createMemoryStorage>
const wallets: WalletClient[] = []

beforeEach(async () => {
  relay = await startMemoryRelay()
  storage = createMemoryStorage()
  app = await createAppClient({ relayUrl: relay.url, projectId: 'test', metadata: METADATA })
})
afterEach(async () => {
  app.close()
  for (const wallet of wallets.splice(0)) wallet.close()
  await relay.stop()
})

async function openWallet(relayUrl: string, nowMs = Date.now): Promise<WalletClient> {
  const options = { relayUrl, projectId: 'test', metadata: METADATA, storage, nowMs }
  const wallet = await createWalletClient({ ...options, signIn: SIGN_IN })
  wallets.push(wallet)
  return wallet
}

/** Lets the user approve a login while the relay is unreachable, and closes the wallet. */
async function approveWithoutRelay() {
  const { uri, authenticated } = await app.authenticate({ ...PAGE, ...SIGN_IN })
  const online = await openWallet(relay.url)
  const requested = nextEvent<WalletEvents, 'loginRequested'>(online, 'loginRequested')
  await online.pair(uri)
  const { id } = (await requested).login
  online.close()
  const wallet = await openWallet(NO_RELAY)
  const signature = await ACCOUNT.signMessage({ message: wallet.loginMessage(id, CAIP_10) })
  const signatures = { [CAIP_10]: signature }
  const approved = wallet.approveLogin(id, signatures)
  approved.catch(() => undefined)
  await expect.poll(() => storage.entries('outbox:')).toHaveLength(1)
  return { id, wallet, authenticated, approved, signatures }
}

test('sends an approved login when the relay is back', async () => {
  const { wallet, authenticated, approved } = await approveWithoutRelay()
  wallet.close()
  await expect(approved).rejects.toMatchObject(CLOSED)
  const again = await openWallet(relay.url)
  expect(again.logins()).toEqual([])
  const { session, logins } = await authenticated
  expect(logins[0]?.address).toBe(ACCOUNT.address)
  expect(again.sessions().map(({ topic }) => topic)).toEqual([session.topic])
  await app.ping(session.topic)
})

test('keeps the session of a login that is sent late when the time of the login is over', async () => {
  const { wallet, authenticated } = await approveWithoutRelay()
  wallet.close()
  const again = await openWallet(relay.url)
  const { topic } = (await authenticated).session
  await expect.poll(() => storage.entries('outbox:')).toEqual([])
  again.close()
  const later = await openWallet(relay.url, () => Date.now() + HOUR_MS)
  await app.ping(topic)
  expect(later.sessions().map((each) => each.topic)).toEqual([topic])
})

test('ends the session of a login that the relay does not get in time', async () => {
  const { wallet } = await approveWithoutRelay()
  expect(wallet.sessions()).toHaveLength(1)
  wallet.close()
  const later = await openWallet(NO_RELAY, () => Date.now() + HOUR_MS)
  await expect.poll(() => later.sessions()).toEqual([])
  await expect.poll(() => storage.entries('outbox:response:')).toEqual([])
  await expect.poll(() => storage.entries('received-login:')).toEqual([])
})

test('error: a second decision about an approved login that the relay does not have yet', async () => {
  const { id, wallet, signatures } = await approveWithoutRelay()
  wallet.close()
  const again = await openWallet(NO_RELAY)
  const notFound = { code: -32_001 }
  await expect(again.approveLogin(id, signatures)).rejects.toMatchObject(notFound)
  await expect(again.rejectLogin(id)).rejects.toMatchObject(notFound)
  expect(again.sessions()).toHaveLength(1)
})
