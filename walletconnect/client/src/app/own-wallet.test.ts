import type { TestRelay } from '@bullring/relay/testing/start-test-relay'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMemoryStorage } from '../storage/memory-storage.ts'
import { approveAll, CHAIN, NAMESPACES, PROPOSED, SIGN } from '../testing/approve-all.ts'
import { nextEvent } from '../testing/next-event.ts'
import { METADATA, startMemoryRelay } from '../testing/relay.ts'
import {
  createWalletClient,
  type WalletClient,
  type WalletEvents,
} from '../wallet/wallet-client.ts'
import { type AppClient, createAppClient } from './app-client.ts'

let relay: TestRelay
const clients: (AppClient | WalletClient)[] = []

beforeEach(async () => {
  relay = await startMemoryRelay()
})
afterEach(async () => {
  for (const client of clients.splice(0)) client.close()
  await relay.stop()
})

async function startApp(storage = createMemoryStorage()) {
  const options = { relayUrl: relay.url, projectId: 'test', metadata: METADATA, storage }
  const app = await createAppClient(options)
  clients.push(app)
  return app
}

async function startWallet(storage = createMemoryStorage()) {
  const options = { relayUrl: relay.url, projectId: 'test', metadata: METADATA, storage }
  const wallet = await createWalletClient(options)
  clients.push(wallet)
  return wallet
}

async function pair(app: AppClient, wallet: WalletClient) {
  const { uri, session } = await app.connect(PROPOSED)
  await wallet.pair(uri)
  return await session
}

test('opens a session that both sides keep over a reload', async () => {
  const [appStorage, walletStorage] = [createMemoryStorage(), createMemoryStorage()]
  const [app, wallet] = [await startApp(appStorage), await startWallet(walletStorage)]
  approveAll(wallet)
  const { topic } = await pair(app, wallet)
  app.close()
  wallet.close()
  const [appAgain, walletAgain] = [await startApp(appStorage), await startWallet(walletStorage)]
  approveAll(walletAgain)
  expect(appAgain.sessions().map((session) => session.topic)).toEqual([topic])
  expect(await appAgain.request({ topic, ...SIGN })).toBe(`signed ${JSON.stringify(SIGN.params)}`)
})

test('delivers a request to a wallet that was away, once', async () => {
  const storage = createMemoryStorage()
  const [app, wallet] = [await startApp(), await startWallet(storage)]
  approveAll(wallet)
  const { topic } = await pair(app, wallet)
  wallet.close()
  const response = app.request({ topic, ...SIGN })
  const back = await startWallet(storage)
  const seen: number[] = []
  back.on('requested', ({ request }) => seen.push(request.id))
  approveAll(back)
  expect(await response).toBe(`signed ${JSON.stringify(SIGN.params)}`)
  expect(seen).toHaveLength(1)
})

test('keeps what the user has not decided over a reload of the wallet', async () => {
  const storage = createMemoryStorage()
  const [app, wallet] = [await startApp(), await startWallet(storage)]
  const { uri, session } = await app.connect(PROPOSED)
  const proposed = nextEvent<WalletEvents, 'proposed'>(wallet, 'proposed')
  await wallet.pair(uri)
  await proposed
  wallet.close()
  const again = await startWallet(storage)
  const [proposal] = again.proposals()
  await again.approve({ id: proposal?.id ?? 0, namespaces: NAMESPACES })
  const { topic } = await session
  const requested = nextEvent<WalletEvents, 'requested'>(again, 'requested')
  const response = app.request({ topic, ...SIGN })
  const { request } = await requested
  expect(again.requests()).toEqual([request])
  await again.respond(request, { error: { code: 5_000, message: 'User rejected.' } })
  await expect(response).rejects.toMatchObject({ code: 5_000 })
})

test('continues with a proposal after a reload of the app', async () => {
  const storage = createMemoryStorage()
  const [app, wallet] = [await startApp(storage), await startWallet()]
  const { uri, session } = await app.connect(PROPOSED)
  const proposed = nextEvent<WalletEvents, 'proposed'>(wallet, 'proposed')
  await wallet.pair(uri)
  const { proposal } = await proposed
  app.close()
  session.catch(() => undefined)
  const again = await startApp(storage)
  await wallet.approve({ id: proposal.id, namespaces: NAMESPACES })
  await expect.poll(() => again.sessions().length).toBe(1)
})

test('error: the session does not allow the method', async () => {
  const [app, wallet] = [await startApp(), await startWallet()]
  approveAll(wallet)
  const { topic } = await pair(app, wallet)
  const refused = app.request({ topic, chainId: CHAIN, method: 'eth_sign', params: [] })
  await expect(refused).rejects.toMatchObject({ code: 3_001 })
})

test('error: the user cancels the connection', async () => {
  const app = await startApp()
  const { session, cancel } = await app.connect(PROPOSED)
  await cancel()
  await expect(session).rejects.toMatchObject({ code: 5_000 })
})
