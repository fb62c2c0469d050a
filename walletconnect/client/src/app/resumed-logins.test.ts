import type { TestRelay } from '@bullring/relay/testing/start-test-relay'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createMemoryStorage } from '../storage/memory-storage.ts'
import type { Storage } from '../storage/storage.ts'
import { approveAll } from '../testing/approve-all.ts'
import { killedStorage } from '../testing/killed-storage.ts'
import { nextEvent } from '../testing/next-event.ts'
import { METADATA, startMemoryRelay } from '../testing/relay.ts'
import {
  createWalletClient,
  type WalletClient,
  type WalletEvents,
} from '../wallet/wallet-client.ts'
import { type AppClient, createAppClient } from './app-client.ts'

const ACCOUNT = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const CAIP_10 = `eip155:56:${ACCOUNT.address}`
const PAGE = { domain: 'app.example', uri: 'https://app.example/login', nonce: 'a1b2c3d4' }
const LOGIN = { ...PAGE, chains: ['eip155:56'], methods: ['personal_sign'] }
const LIMITS = { chains: ['eip155:56'], methods: ['personal_sign'] }
const SIGN = { chainId: 'eip155:56', method: 'personal_sign', params: ['0x00', ACCOUNT.address] }

let relay: TestRelay
const cleanups: (() => void)[] = []

beforeAll(async () => {
  relay = await startMemoryRelay()
})
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})
afterAll(() => relay.stop())

const options = () => ({ relayUrl: relay.url, projectId: 'test', metadata: METADATA })

async function openPage(storage: Storage): Promise<AppClient> {
  const page = await createAppClient({ ...options(), storage })
  cleanups.push(() => page.close())
  return page
}

async function startWallet(): Promise<WalletClient> {
  const wallet = await createWalletClient({ ...options(), signIn: LIMITS })
  cleanups.push(() => wallet.close())
  approveAll(wallet)
  return wallet
}

/** Opens a page that has requested a login, which the wallet shows. */
async function requestLogin(storage: Storage) {
  const [page, wallet] = [await openPage(storage), await startWallet()]
  const { uri, authenticated } = await page.authenticate(LOGIN)
  authenticated.catch(() => undefined)
  const requested = nextEvent<WalletEvents, 'loginRequested'>(wallet, 'loginRequested')
  await wallet.pair(uri)
  const { id } = (await requested).login
  const approve = async () => {
    const signature = await ACCOUNT.signMessage({ message: wallet.loginMessage(id, CAIP_10) })
    await wallet.approveLogin(id, { [CAIP_10]: signature })
  }
  return { page, wallet, id, authenticated, approve }
}

/** Nothing of the login is left but its session. */
async function expectOneSession(page: AppClient, storage: Storage): Promise<void> {
  await expect.poll(() => page.sessions().length).toBe(1)
  const [session] = page.sessions()
  expect(session?.namespaces['eip155']?.accounts).toEqual([CAIP_10])
  const topic = session?.topic ?? ''
  expect(await page.request({ topic, ...SIGN })).toContain('signed')
  await expect.poll(() => storage.entries('sent-login:')).toEqual([])
  await expect.poll(() => page.isPairing()).toBe(false)
}

test('a login that the user approves after a reload opens its session', async () => {
  const storage = createMemoryStorage()
  const { page, wallet, approve } = await requestLogin(storage)
  page.close()
  const reloaded = await openPage(storage)
  expect(reloaded.isPairing()).toBe(true)
  await approve()
  await expectOneSession(reloaded, storage)
  expect(wallet.sessions()).toHaveLength(1)
})

test('a login that the user approves while no page is open opens its session later', async () => {
  const storage = createMemoryStorage()
  const { page, approve } = await requestLogin(storage)
  page.close()
  await approve()
  await expectOneSession(await openPage(storage), storage)
})

test('a page that ends at any write of an approved login leaves it to the next one', async () => {
  let writes = 0
  for (let isFinished = false; !isFinished; ) {
    writes += 1
    const storage = createMemoryStorage()
    const { page, approve } = await requestLogin(storage)
    page.close()
    const killed = killedStorage(storage, writes)
    const dying = await openPage(killed)
    await approve()
    const isDone = () => dying.sessions().length === 1 && !dying.isPairing()
    await expect.poll(() => killed.isKilled || isDone()).toBe(true)
    isFinished = !killed.isKilled
    dying.close()
    await expectOneSession(await openPage(storage), storage)
  }
  expect(writes).toBeGreaterThan(5)
})

test('a login that the user rejects after a reload leaves nothing', async () => {
  const storage = createMemoryStorage()
  const { page, wallet, id } = await requestLogin(storage)
  page.close()
  const reloaded = await openPage(storage)
  await wallet.rejectLogin(id)
  await expect.poll(() => reloaded.isPairing()).toBe(false)
  await expect.poll(() => storage.entries('sent-login:')).toEqual([])
  expect(reloaded.sessions()).toEqual([])
})

test('another tab does not take the login of an open one', async () => {
  const storage = createMemoryStorage()
  const { authenticated, approve, page } = await requestLogin(storage)
  const before = await storage.entries('sent-login:')
  const other = await openPage(storage)
  expect(await storage.entries('sent-login:')).toEqual(before)
  await approve()
  const { session, logins } = await authenticated
  expect(logins).toHaveLength(1)
  expect(page.sessions()).toEqual([session])
  expect(other.sessions()).toEqual([])
  await expect.poll(() => storage.entries('sent-login:')).toEqual([])
})
