import type { TestRelay } from '@bullring/relay/testing/start-test-relay'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type AppClient, createAppClient } from '../app/app-client.ts'
import { createMemoryStorage } from '../storage/memory-storage.ts'
import { NAMESPACES, PROPOSED, SIGN } from '../testing/approve-all.ts'
import { ignoreClosing } from '../testing/ignore-closing.ts'
import { killedStorage } from '../testing/killed-storage.ts'
import { nextEvent } from '../testing/next-event.ts'
import { openUnconfirmed } from '../testing/open-unconfirmed.ts'
import { METADATA, startMemoryRelay } from '../testing/relay.ts'
import { createWalletClient, type WalletClient, type WalletEvents } from './wallet-client.ts'

const MINUTE_MS = 60_000

let relay: TestRelay
const clients: { close: () => void }[] = []

beforeEach(async () => {
  relay = await startMemoryRelay()
})
afterEach(async () => {
  for (const client of clients.splice(0)) client.close()
  await relay.stop()
})

const options = () => ({ relayUrl: relay.url, projectId: 'test', metadata: METADATA })

async function openPage(storage = createMemoryStorage()): Promise<AppClient> {
  const page = await createAppClient({ ...options(), storage })
  clients.push(page)
  return page
}

async function openWallet(storage = createMemoryStorage(), nowMs = Date.now) {
  const wallet = await createWalletClient({ ...options(), storage, nowMs })
  clients.push(wallet)
  return wallet
}

/** Lets a wallet show what a page proposes. */
async function propose(page: AppClient, wallet: WalletClient): Promise<number> {
  const { uri, session } = await page.connect(PROPOSED)
  session.catch(() => undefined)
  const proposed = nextEvent<WalletEvents, 'proposed'>(wallet, 'proposed')
  await wallet.pair(uri)
  return (await proposed).proposal.id
}

const approve = (wallet: WalletClient, id: number) =>
  wallet.approve({ id, namespaces: NAMESPACES }).catch(ignoreClosing)

test('a session counts as acknowledged when the app has settled it, also after a reload of the wallet', async () => {
  const [appStorage, walletStorage] = [createMemoryStorage(), createMemoryStorage()]
  const [page, wallet] = [await openPage(appStorage), await openWallet(walletStorage)]
  const id = await propose(page, wallet)
  page.close()
  await approve(wallet, id)
  expect(wallet.sessions().map((session) => session.isAcknowledged)).toEqual([false])
  wallet.close()
  const again = await openWallet(walletStorage)
  expect(again.sessions().map((session) => session.isAcknowledged)).toEqual([false])
  await openPage(appStorage)
  await expect.poll(() => again.sessions().map((each) => each.isAcknowledged)).toEqual([true])
})

test('a page that is closed before the relay has confirmed its proposal gets the session when it opens again', async () => {
  const storage = createMemoryStorage()
  const wallet = await openWallet()
  const page = await createAppClient({ ...options(), storage, createSocket: openUnconfirmed })
  clients.push(page)
  const id = await propose(page, wallet)
  page.close()
  const again = await openPage(storage)
  await approve(wallet, id)
  await expect.poll(() => again.sessions().length).toBe(1)
})

test('error: a session that the app never settles ends after five minutes', async () => {
  let lateMs = 0
  const storage = createMemoryStorage()
  const [page, wallet] = [await openPage(), await openWallet(storage)]
  const id = await propose(page, wallet)
  page.close()
  await approve(wallet, id)
  wallet.close()
  lateMs = 4 * MINUTE_MS
  const soon = await openWallet(storage, () => Date.now() + lateMs)
  expect(soon.sessions()).toHaveLength(1)
  soon.close()
  lateMs = 6 * MINUTE_MS
  const late = await openWallet(storage, () => Date.now() + lateMs)
  await expect.poll(() => late.sessions()).toEqual([])
})

test('a tab that opens when the first one is gone gets the session', async () => {
  const storage = createMemoryStorage()
  const killed = killedStorage(storage)
  const [first, wallet] = [await openPage(killed), await openWallet()]
  const id = await propose(first, wallet)
  // The browser ends the tab without a word: its socket is still there.
  killed.kill()
  const second = await openPage(storage)
  await approve(wallet, id)
  await expect.poll(() => second.sessions().length).toBe(1)
  await expect.poll(() => wallet.sessions()[0]?.isAcknowledged).toBe(true)
})

test('two tabs that settle a session have one, with one request', async () => {
  const storage = createMemoryStorage()
  const [first, wallet] = [await openPage(storage), await openWallet()]
  const id = await propose(first, wallet)
  const second = await openPage(storage)
  const settled: string[] = []
  first.on('sessionSettled', () => settled.push('first'))
  second.on('sessionSettled', () => settled.push('second'))
  await approve(wallet, id)
  await expect.poll(() => wallet.sessions()[0]?.isAcknowledged).toBe(true)
  const topic = wallet.sessions()[0]?.topic ?? ''
  const tab = settled[0] === 'second' ? second : first
  const response = tab.request({ topic, ...SIGN })
  await expect.poll(() => wallet.requests().length).toBe(1)
  const [request] = wallet.requests()
  if (request === undefined) throw new Error('Expected a request.')
  await wallet.respond(request, { result: '0xsigned' })
  expect(await response).toBe('0xsigned')
  expect(wallet.sessions()).toHaveLength(1)
})
