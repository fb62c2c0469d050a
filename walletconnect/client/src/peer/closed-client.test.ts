import type { TestRelay } from '@bullring/relay/testing/start-test-relay'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type AppClient, createAppClient } from '../app/app-client.ts'
import { Emitter } from '../emitter.ts'
import { readPairingUri } from '../pairing/pairing-uri.ts'
import { isPropose } from '../protocol/session-messages.ts'
import { createMemoryStorage } from '../storage/memory-storage.ts'
import type { Storage } from '../storage/storage.ts'
import { CHAIN, NAMESPACES, PROPOSED, SIGN } from '../testing/approve-all.ts'
import { nextEvent } from '../testing/next-event.ts'
import { openUnconfirmed } from '../testing/open-unconfirmed.ts'
import { METADATA, startMemoryRelay } from '../testing/relay.ts'
import {
  createWalletClient,
  type WalletClient,
  type WalletEvents,
} from '../wallet/wallet-client.ts'
import { openPeer, stopPeer } from './peer.ts'

const PAGE = { domain: 'app.example', uri: 'https://app.example/login', nonce: 'a1b2c3d4' }
const LOGIN = { ...PAGE, chains: [CHAIN], methods: ['personal_sign'] }
const SIGN_IN = { chains: [CHAIN], methods: ['personal_sign'] }
const EVENT = { chainId: CHAIN, name: 'chainChanged', data: 56 }
const CLOSED = { message: 'The client was closed.' }

let relay: TestRelay
const clients: { close: () => void }[] = []

beforeAll(async () => {
  relay = await startMemoryRelay()
})
afterEach(() => {
  for (const client of clients.splice(0)) client.close()
})
afterAll(() => relay.stop())

/** Options that record what a client sends. */
function options(storage: Storage, sent: string[] = []) {
  const createSocket = (url: string) => {
    sent.push('a connection')
    const socket = new WebSocket(url)
    const send = socket.send.bind(socket)
    socket.send = (data) => {
      sent.push(String(data))
      send(data)
    }
    return socket
  }
  return { relayUrl: relay.url, projectId: 'test', metadata: METADATA, storage, createSocket }
}

async function openPage(storage: Storage = createMemoryStorage(), sent?: string[]) {
  const page = await createAppClient(options(storage, sent))
  clients.push(page)
  return page
}

async function openWallet(storage: Storage = createMemoryStorage(), sent?: string[]) {
  const wallet = await createWalletClient({ ...options(storage, sent), signIn: SIGN_IN })
  clients.push(wallet)
  return wallet
}

async function pair(page: AppClient, wallet: WalletClient): Promise<string> {
  const { uri, session } = await page.connect(PROPOSED)
  const proposed = nextEvent<WalletEvents, 'proposed'>(wallet, 'proposed')
  const settled = nextEvent<WalletEvents, 'sessionSettled'>(wallet, 'sessionSettled')
  await wallet.pair(uri)
  const { id } = (await proposed).proposal
  await wallet.approve({ id, namespaces: NAMESPACES })
  await settled
  return (await session).topic
}

async function request(page: AppClient, wallet: WalletClient, topic: string) {
  const requested = nextEvent<WalletEvents, 'requested'>(wallet, 'requested')
  const response = page.request({ topic, ...SIGN })
  response.catch(() => undefined)
  return { response, request: (await requested).request }
}

describe('a page that is closed', () => {
  test('error: a request in flight fails, and the next page gets its response', async () => {
    const storage = createMemoryStorage()
    const [page, wallet] = [await openPage(storage), await openWallet()]
    const sent = await request(page, wallet, await pair(page, wallet))
    page.close()
    await expect(sent.response).rejects.toMatchObject(CLOSED)

    const between = await openPage(storage)
    const [resumed] = between.resumedRequests()
    between.close()
    await expect(resumed?.response).rejects.toMatchObject(CLOSED)

    await wallet.respond(sent.request, { result: '0xsigned' })
    const last = await openPage(storage)
    expect(await last.resumedRequests()[0]?.response).toBe('0xsigned')
  })

  test('error: a request that the relay has not confirmed fails, and the next page gets its response', async () => {
    const storage = createMemoryStorage()
    const [page, wallet] = [await openPage(storage), await openWallet()]
    const topic = await pair(page, wallet)
    page.close()
    const unconfirmed = await createAppClient({
      ...options(storage),
      createSocket: openUnconfirmed,
    })
    const sent = await request(unconfirmed, wallet, topic)
    unconfirmed.close()
    await expect(sent.response).rejects.toMatchObject(CLOSED)
    await wallet.respond(sent.request, { result: '0xsigned' })
    const last = await openPage(storage)
    expect(await last.resumedRequests()[0]?.response).toBe('0xsigned')
  })

  test('error: a connection in flight fails, and the next page continues with it', async () => {
    const storage = createMemoryStorage()
    const [page, wallet] = [await openPage(storage), await openWallet()]
    const { uri, session } = await page.connect(PROPOSED)
    const proposed = nextEvent<WalletEvents, 'proposed'>(wallet, 'proposed')
    await wallet.pair(uri)
    const { id } = (await proposed).proposal
    page.close()
    await expect(session).rejects.toMatchObject(CLOSED)
    expect(page.isPairing()).toBe(true)

    await wallet.approve({ id, namespaces: NAMESPACES })
    const again = await openPage(storage)
    await expect.poll(() => again.sessions().length).toBe(1)
    expect(again.isPairing()).toBe(false)
  })

  test('error: a connection fails that the wallet has approved and not settled', async () => {
    const storage = createMemoryStorage()
    const page = await openPage(storage)
    const { uri, session } = await page.connect(PROPOSED)
    const wallet = await openPeer(options(createMemoryStorage()), new Emitter())
    clients.push({ close: () => stopPeer(wallet) })
    wallet.messenger.handle('wc_sessionPropose', isPropose, async ({ topic, id }) => {
      const result = { responderPublicKey: await wallet.keyChain.createKeyPair() }
      await wallet.messenger.respond(topic, id, 'wc_sessionPropose', { result })
    })
    const { symKey, expiryMs } = await readPairingUri(uri)
    await wallet.pairings.add(symKey, expiryMs)
    await expect
      .poll(() => storage.entries('proposal:'))
      .toMatchObject([[expect.anything(), { responderPublicKey: expect.anything() }]])
    page.close()
    await expect(session).rejects.toMatchObject(CLOSED)
  })

  test('error: a login in flight fails, and the next page continues with it', async () => {
    const storage = createMemoryStorage()
    const [page, wallet] = [await openPage(storage), await openWallet()]
    const { uri, authenticated } = await page.authenticate(LOGIN)
    const requested = nextEvent<WalletEvents, 'loginRequested'>(wallet, 'loginRequested')
    await wallet.pair(uri)
    await requested
    page.close()
    await expect(authenticated).rejects.toMatchObject(CLOSED)
    const again = await openPage(storage)
    again.close()
    expect(await storage.entries('sent-login:')).toHaveLength(1)
    expect(again.isPairing()).toBe(true)
  })

  test('error: a ping in flight fails', async () => {
    const [page, wallet] = [await openPage(), await openWallet()]
    const topic = await pair(page, wallet)
    wallet.close()
    const pinged = page.ping(topic)
    page.close()
    await expect(pinged).rejects.toMatchObject(CLOSED)
  })

  test('error: later calls fail, send nothing and store nothing', async () => {
    const storage = createMemoryStorage()
    const sent: string[] = []
    const [page, wallet] = [await openPage(storage, sent), await openWallet()]
    const topic = await pair(page, wallet)
    page.close()
    const [sentBefore, storedBefore] = [[...sent], await storage.entries('')]
    const calls = [
      () => page.connect(PROPOSED),
      () => page.authenticate(LOGIN),
      () => page.request({ topic, ...SIGN }),
      () => page.receiveLink('https://app.example'),
      () => page.ping(topic),
      () => page.disconnect(topic),
    ]
    for (const call of calls) await expect(call()).rejects.toMatchObject(CLOSED)
    expect(sent).toEqual(sentBefore)
    expect(await storage.entries('')).toEqual(storedBefore)
  })
})

describe('a wallet that is closed', () => {
  test('error: calls in flight fail, and the session stays', async () => {
    const storage = createMemoryStorage()
    const [page, wallet] = [await openPage(), await openWallet(storage)]
    const topic = await pair(page, wallet)
    page.close()
    const calls = [wallet.update(topic, NAMESPACES), wallet.extend(topic), wallet.ping(topic)]
    await expect.poll(() => storage.entries('outbox:')).toHaveLength(0)
    wallet.close()
    for (const call of calls) await expect(call).rejects.toMatchObject(CLOSED)
    expect(wallet.sessions()).toHaveLength(1)
  })

  test('keeps a session that the app has not settled yet', async () => {
    const [storage, walletStorage] = [createMemoryStorage(), createMemoryStorage()]
    const [page, wallet] = [await openPage(storage), await openWallet(walletStorage)]
    const { uri, session } = await page.connect(PROPOSED)
    session.catch(() => undefined)
    const proposed = nextEvent<WalletEvents, 'proposed'>(wallet, 'proposed')
    await wallet.pair(uri)
    const { id } = (await proposed).proposal
    page.close()
    await wallet.approve({ id, namespaces: NAMESPACES })
    wallet.close()
    await new Promise((resolve) => setTimeout(resolve))
    expect(wallet.sessions()).toHaveLength(1)
    const again = await openWallet(walletStorage)
    await openPage(storage)
    await expect.poll(() => again.sessions()[0]?.isAcknowledged).toBe(true)
  })

  test('error: later calls fail, send nothing and store nothing', async () => {
    const storage = createMemoryStorage()
    const sent: string[] = []
    const [page, wallet] = [await openPage(), await openWallet(storage, sent)]
    const topic = await pair(page, wallet)
    const { request: pending } = await request(page, wallet, topic)
    const { uri } = await page.connect(PROPOSED)
    wallet.close()
    const [sentBefore, storedBefore] = [[...sent], await storage.entries('')]
    const calls = [
      () => wallet.pair(uri),
      () => wallet.approve({ id: 1, namespaces: NAMESPACES }),
      () => wallet.reject(1),
      () => wallet.approveLogin(1, {}),
      () => wallet.rejectLogin(1),
      () => wallet.respond(pending, { result: '0xsigned' }),
      () => wallet.update(topic, NAMESPACES),
      () => wallet.extend(topic),
      () => wallet.emit({ topic, ...EVENT }),
      () => wallet.receiveLink('https://wallet.example'),
      () => wallet.ping(topic),
      () => wallet.disconnect(topic),
    ]
    for (const call of calls) await expect(call()).rejects.toMatchObject(CLOSED)
    expect(sent).toEqual(sentBefore)
    expect(await storage.entries('')).toEqual(storedBefore)
    expect(wallet.requests()).toEqual([pending])
  })

  test('sends nothing more while it handles a message, and the next one responds', async () => {
    const storage = createMemoryStorage()
    const sent: string[] = []
    const [page, wallet] = [await openPage(), await openWallet(storage, sent)]
    const topic = await pair(page, wallet)
    let atClose = 0
    wallet.on('requested', ({ request: requested }) => {
      wallet.respond(requested, { result: '0xsigned' }).catch(() => undefined)
      wallet.close()
      atClose = sent.length
    })
    const { response } = await request(page, wallet, topic)
    await openWallet(storage)
    expect(await response).toBe('0xsigned')
    expect(sent).toHaveLength(atClose)
  })
})
