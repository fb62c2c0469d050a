import type { TestRelay } from '@bullring/relay/testing/start-test-relay'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Emitter } from '../emitter.ts'
import { readPairingUri } from '../pairing/pairing-uri.ts'
import { openPeer, type Peer, resumePeer, stopPeer } from '../peer/peer.ts'
import type { MethodName } from '../protocol/methods.ts'
import type { Outcome } from '../protocol/payloads.ts'
import { isPropose, isSessionRequest } from '../protocol/session-messages.ts'
import { createMemoryStorage } from '../storage/memory-storage.ts'
import { ADDRESS, CHAIN, NAMESPACES, PROPOSED, SIGN } from '../testing/approve-all.ts'
import { METADATA, startMemoryRelay } from '../testing/relay.ts'
import { type AppClient, createAppClient } from './app-client.ts'

const WEEK_MS = 604_800_000
const YEAR_9999_S = 253_402_300_799
const KEY = 'cd'.repeat(32)

let relay: TestRelay
let app: AppClient
let wallet: Peer

beforeEach(async () => {
  relay = await startMemoryRelay()
  const options = { relayUrl: relay.url, projectId: 'test', metadata: METADATA }
  app = await createAppClient(options)
  wallet = await openPeer({ ...options, storage: createMemoryStorage() }, new Emitter())
  resumePeer(wallet)
})
afterEach(async () => {
  app.close()
  stopPeer(wallet)
  await relay.stop()
})

const inSeconds = (ms: number) => Math.floor((Date.now() + ms) / 1_000)

/** Accepts a proposal. Returns the outcome of the connection, and a function that sends requests in the session. */
async function accept(request = PROPOSED) {
  const { uri, session } = await app.connect(request)
  const { promise: topic, resolve, reject } = Promise.withResolvers<string>()
  const publicKey = await wallet.keyChain.createKeyPair()
  wallet.messenger.handle('wc_sessionPropose', isPropose, async ({ topic: on, id, params }) => {
    const symKey = await wallet.keyChain.sharedKey(publicKey, params.proposer.publicKey)
    if (symKey === undefined) return reject(new Error('Expected a key.'))
    const added = await wallet.keyChain.addSymKey(symKey)
    await wallet.relay.subscribe([added])
    const result = { responderPublicKey: publicKey }
    await wallet.messenger.respond(on, id, 'wc_sessionPropose', { result })
    resolve(added)
  })
  const { symKey, expiryMs } = await readPairingUri(uri)
  await wallet.pairings.add(symKey, expiryMs)
  const on = await topic
  const send = (method: MethodName, params: unknown, id = wallet.messenger.newId()) => {
    const response = wallet.messenger.responses.wait({
      id,
      topics: [on],
      expiryMs: Date.now() + 30_000,
    })
    response.catch(() => undefined)
    void wallet.messenger.send({ id, topic: on, method, params })
    return response
  }
  const controller = { publicKey, metadata: METADATA }
  const settlement = { relay: { protocol: 'irn' }, controller, namespaces: NAMESPACES }
  const settle = (changes: object = {}, id?: number) =>
    send('wc_sessionSettle', { ...settlement, expiry: inSeconds(WEEK_MS), ...changes }, id)
  return { session, topic: on, send, settle }
}

async function settled() {
  const accepted = await accept()
  expect(await accepted.settle()).toBe(true)
  await accepted.session
  return accepted
}

describe('a wallet that settles', () => {
  test.each<[string, object]>([
    ['without a controller', { controller: undefined }],
    ['with a text as its expiry', { expiry: '9999999999' }],
    ['with a fraction as its expiry', { expiry: 1.5 }],
    ['with a list of namespaces', { namespaces: [NAMESPACES.eip155] }],
    ['with accounts that are no list', { namespaces: { eip155: { accounts: ADDRESS } } }],
  ])('error: %s may do so again', async (_, changes) => {
    const { session, settle } = await accept()
    await expect(settle(changes)).rejects.toMatchObject({ code: -32_602 })
    expect(await settle()).toBe(true)
    expect((await session).namespaces).toEqual(NAMESPACES)
  })

  test.each<[string, object, number]>([
    ['as another', { controller: { publicKey: KEY, metadata: METADATA } }, 7_000],
    ['without accounts', { namespaces: { eip155: { ...NAMESPACES.eip155, accounts: [] } } }, 5_103],
    ['nothing', { namespaces: {} }, 5_104],
    ['a namespace that is none', { namespaces: { ['__proto__']: NAMESPACES.eip155 } }, 5_104],
  ])('error: %s ends the connection', async (_, changes, code) => {
    const { session, settle } = await accept()
    await expect(settle(changes)).rejects.toMatchObject({ code })
    await expect(session).rejects.toMatchObject({ code })
    expect(app.sessions()).toEqual([])
    expect(app.isPairing()).toBe(false)
  })

  test('twice has one session', async () => {
    const { session, settle, send } = await accept()
    const seen: unknown[] = []
    app.on('sessionSettled', (event) => seen.push(event))
    void settle()
    void settle({ namespaces: { eip155: { ...NAMESPACES.eip155, methods: ['eth_sign'] } } })
    expect(await send('wc_sessionPing', {})).toBe(true)
    expect(seen).toHaveLength(1)
    expect(app.sessions()).toEqual([await session])
    expect((await session).namespaces).toEqual(NAMESPACES)
  })

  test('until the year 9999 has a week', async () => {
    const { session, settle } = await accept()
    await settle({ expiry: YEAR_9999_S })
    expect((await session).expiryMs).toBeLessThanOrEqual(Date.now() + WEEK_MS)
  })

  test.each([0, -1, Number.MIN_SAFE_INTEGER, inSeconds(-1_000)])(
    'error: until %i',
    async (expiry) => {
      const { session, settle } = await accept()
      await expect(settle({ expiry })).rejects.toMatchObject({ code: 8_000 })
      await expect(session).rejects.toMatchObject({ code: 8_000 })
      expect(app.sessions()).toEqual([])
    },
  )
})

describe('a wallet in a session', () => {
  test.each<[MethodName, unknown, number]>([
    ['wc_sessionUpdate', { namespaces: { eip155: { accounts: [ADDRESS] } } }, -32_602],
    ['wc_sessionUpdate', { namespaces: { eip155: { ...NAMESPACES.eip155, accounts: [] } } }, 1_003],
    ['wc_sessionUpdate', { namespaces: {} }, 1_003],
    ['wc_sessionExtend', { expiry: '9999999999' }, -32_602],
    ['wc_sessionEvent', { event: { name: 'message' }, chainId: CHAIN }, 3_002],
    ['wc_sessionEvent', { event: { name: 'chainChanged' }, chainId: 'eip155:1' }, 3_002],
    ['wc_sessionEvent', { event: 'chainChanged', chainId: CHAIN }, -32_602],
    ['wc_sessionDelete', { code: '6000' }, -32_602],
    ['wc_sessionRequest', { request: SIGN, chainId: CHAIN }, 10_001],
    ['wc_sessionPropose', {}, 10_001],
    ['wc_sessionAuthenticate', {}, 10_001],
  ])('error: %s %j changes nothing', async (method, params, code) => {
    const { send } = await settled()
    const before = app.sessions()
    await expect(send(method, params)).rejects.toMatchObject({ code })
    expect(app.sessions()).toEqual(before)
  })

  test('cannot extend it to the year 9999', async () => {
    const { send } = await settled()
    await send('wc_sessionExtend', { expiry: YEAR_9999_S })
    expect(app.sessions()[0]?.expiryMs).toBeLessThanOrEqual(Date.now() + WEEK_MS)
  })

  test.each([-1, 0, inSeconds(-1_000), inSeconds(60_000)])(
    'cannot end it by an extension until %i',
    async (expiry) => {
      const { send } = await settled()
      const before = app.sessions()[0]?.expiryMs
      expect(await send('wc_sessionExtend', { expiry })).toBe(true)
      expect(app.sessions()[0]?.expiryMs).toBe(before)
    },
  )

  test('changes nothing by an update that is older than the last one', async () => {
    const { send } = await settled()
    const id = wallet.messenger.newId()
    const update = (method: string) => ({
      namespaces: { eip155: { ...NAMESPACES.eip155, methods: [method] } },
    })
    await send('wc_sessionUpdate', update('second'), id + 10)
    await send('wc_sessionUpdate', update('first'), id)
    await send('wc_sessionUpdate', update('repeated'), id + 10)
    expect(app.sessions()[0]?.namespaces['eip155']?.methods).toEqual(['second'])
  })

  /** Responds to the next request with texts that only a hostile wallet sends. */
  async function respondWith(...outcomes: unknown[]) {
    const { topic } = await settled()
    wallet.messenger.handle('wc_sessionRequest', isSessionRequest, async ({ id }) => {
      for (const outcome of outcomes) {
        await wallet.messenger.respond(topic, id, 'wc_sessionRequest', outcome as Outcome)
      }
    })
    return app.request({ topic, ...SIGN, expiryMs: Date.now() + 20_000 })
  }

  test('responds once', async () => {
    expect(await respondWith({ result: 'first' }, { result: 'second' })).toBe('first')
    const ended = { error: { code: 5_000, message: 'Rejected.' } }
    await expect(respondWith(ended, { result: 'late' })).rejects.toMatchObject({ code: 5_000 })
  })

  test.each<[string, object, number]>([
    ['a text', { error: 'Rejected.' }, -32_603],
    ['an error without a code', { error: { message: 'Rejected.' } }, -32_603],
    ['an error with a text as its code', { error: { code: '5000', message: 'No.' } }, -32_603],
    ['an error without a message', { error: { code: 5_000 } }, 5_000],
  ])('error: rejects a request with %s', async (_, outcome, code) => {
    await expect(respondWith(outcome)).rejects.toMatchObject({ code })
  })

  test('responds with a result beside an empty error', async () => {
    expect(await respondWith({ result: '0xsigned', error: null })).toBe('0xsigned')
  })
})
