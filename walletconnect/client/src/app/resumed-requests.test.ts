import type { TestRelay } from '@bullring/relay/testing/start-test-relay'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMemoryStorage } from '../storage/memory-storage.ts'
import type { Storage } from '../storage/storage.ts'
import { NAMESPACES, PROPOSED, SIGN } from '../testing/approve-all.ts'
import { ignoreClosing } from '../testing/ignore-closing.ts'
import { killedStorage } from '../testing/killed-storage.ts'
import { nextEvent } from '../testing/next-event.ts'
import { METADATA, startMemoryRelay } from '../testing/relay.ts'
import {
  createWalletClient,
  type WalletClient,
  type WalletEvents,
} from '../wallet/wallet-client.ts'
import { createAppClient } from './app-client.ts'

let relay: TestRelay
let wallet: WalletClient

beforeAll(async () => {
  relay = await startMemoryRelay()
  wallet = await createWalletClient(options(createMemoryStorage()))
  wallet.on('proposed', ({ proposal }) => {
    wallet.approve({ id: proposal.id, namespaces: NAMESPACES }).catch(ignoreClosing)
  })
})
afterAll(async () => {
  wallet.close()
  await relay.stop()
})

function options(storage: Storage) {
  return { relayUrl: relay.url, projectId: 'test', metadata: METADATA, storage }
}

/** Opens a page with a session and a request that the wallet has. */
async function openPage(storage: Storage) {
  const page = await createAppClient(options(storage))
  const { uri, session } = await page.connect(PROPOSED)
  await wallet.pair(uri)
  const { topic } = await session
  const requested = nextEvent<WalletEvents, 'requested'>(wallet, 'requested')
  const response = page.request({ topic, ...SIGN })
  response.catch(() => undefined)
  const { request } = await requested
  return { page, topic, request, response }
}

test('the response to a request reaches the page after a reload, once', async () => {
  const storage = createMemoryStorage()
  const { page, topic, request } = await openPage(storage)
  page.close()
  await wallet.respond(request, { result: '0xsigned' })

  const reloaded = await createAppClient(options(storage))
  const [resumed] = reloaded.resumedRequests()
  expect(resumed).toMatchObject({ id: request.id, topic, ...SIGN })
  expect(await resumed?.response).toBe('0xsigned')
  await expect.poll(() => storage.entries('sent-request:')).toEqual([])
  reloaded.close()
})

test('the wallet rejects after the reload', async () => {
  const storage = createMemoryStorage()
  const { page, request } = await openPage(storage)
  page.close()
  const reloaded = await createAppClient(options(storage))
  await wallet.respond(request, { error: { code: 5_000, message: 'User rejected.' } })
  await expect(reloaded.resumedRequests()[0]?.response).rejects.toMatchObject({ code: 5_000 })
  reloaded.close()
})

test('a response that a page received and could not use is handed to the next one', async () => {
  const storage = createMemoryStorage()
  const { page, request } = await openPage(storage)
  page.close()
  await wallet.respond(request, { result: '0xsigned' })
  // Identity, and the response: the page ends when it forgets the request.
  const killed = killedStorage(storage, 1)
  const dying = await createAppClient(options(killed))
  await expect.poll(() => killed.isKilled).toBe(true)
  dying.close()

  const last = await createAppClient(options(storage))
  expect(await last.resumedRequests()[0]?.response).toBe('0xsigned')
  last.close()
})

test('another tab does not take the requests of an open one', async () => {
  const storage = createMemoryStorage()
  const { page, request, response } = await openPage(storage)
  const other = await createAppClient(options(storage))
  expect(other.resumedRequests()).toEqual([])
  await wallet.respond(request, { result: '0xsigned' })
  expect(await response).toBe('0xsigned')
  page.close()
  other.close()
})

test('error: a request ends with its session', async () => {
  const { page, topic, response } = await openPage(createMemoryStorage())
  await wallet.disconnect(topic)
  await expect(response).rejects.toMatchObject({ code: 6_000 })
  page.close()
})
