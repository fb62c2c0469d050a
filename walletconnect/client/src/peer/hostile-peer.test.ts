import type { TestRelay } from '@bullring/relay/testing/start-test-relay'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type AppClient, createAppClient } from '../app/app-client.ts'
import { Emitter } from '../emitter.ts'
import { createMemoryStorage } from '../storage/memory-storage.ts'
import type { Storage } from '../storage/storage.ts'
import { CHAIN, NAMESPACES, PROPOSED, SIGN } from '../testing/approve-all.ts'
import { ignoreClosing } from '../testing/ignore-closing.ts'
import { nextEvent } from '../testing/next-event.ts'
import { METADATA, startMemoryRelay } from '../testing/relay.ts'
import type { SignInLimits } from '../wallet/authentications.ts'
import {
  createWalletClient,
  type WalletClient,
  type WalletEvents,
} from '../wallet/wallet-client.ts'
import { openPeer, type Peer, resumePeer, stopPeer } from './peer.ts'

const WEEK_MS = 604_800_000

let relay: TestRelay
const cleanups: (() => void)[] = []

beforeEach(async () => {
  relay = await startMemoryRelay()
})
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) cleanup()
  await relay.stop()
})

function options(storage: Storage) {
  return { relayUrl: relay.url, projectId: 'test', metadata: METADATA, storage }
}

function newAuthPayload() {
  return {
    type: 'caip122',
    aud: 'https://bank.example',
    domain: 'bank.example',
    version: '1',
    chains: [CHAIN],
    nonce: '12345678',
    iat: new Date().toISOString(),
  }
}

async function startApp(storage = createMemoryStorage()): Promise<AppClient> {
  const app = await createAppClient(options(storage))
  cleanups.push(() => app.close())
  return app
}

async function startWallet(
  storage = createMemoryStorage(),
  signIn?: SignInLimits,
): Promise<WalletClient> {
  const wallet = await createWalletClient({ ...options(storage), ...(signIn && { signIn }) })
  cleanups.push(() => wallet.close())
  wallet.on('proposed', ({ proposal }) => {
    if (Object.keys(proposal.requiredNamespaces).length > 0) return
    wallet.approve({ id: proposal.id, namespaces: NAMESPACES }).catch(ignoreClosing)
  })
  return wallet
}

async function pair(app: AppClient, wallet: WalletClient): Promise<string> {
  const { uri, session } = await app.connect(PROPOSED)
  await wallet.pair(uri)
  const { topic } = await session
  await expect.poll(() => wallet.sessions().every((each) => each.isAcknowledged)).toBe(true)
  return topic
}

/** Opens what a client has stored, to send what it never would. */
async function openHostile(storage: Storage): Promise<Peer> {
  const peer = await openPeer(options(storage), new Emitter())
  cleanups.push(() => stopPeer(peer))
  resumePeer(peer)
  return peer
}

describe('a wallet that responds to what no one has requested', () => {
  async function startHostile(app: AppClient): Promise<{ hostile: Peer; hostileTopic: string }> {
    const storage = createMemoryStorage()
    const wallet = await startWallet(storage)
    const hostileTopic = await pair(app, wallet)
    wallet.close()
    return { hostile: await openHostile(storage), hostileTopic }
  }

  test('does not keep other messages from the app', async () => {
    const [app, wallet] = [await startApp(), await startWallet()]
    const topic = await pair(app, wallet)
    const { hostile, hostileTopic } = await startHostile(app)
    // More than the 4 MiB that the relay pushes without an acknowledgement.
    const result = 'x'.repeat(300_000)
    for (let sent = 0; sent < 12; sent += 1) {
      const id = hostile.messenger.newId()
      await hostile.messenger.respond(hostileTopic, id, 'wc_sessionPing', { result })
    }
    await app.ping(topic)
  })

  test('cannot respond to a request to another wallet', async () => {
    const [app, wallet] = [await startApp(), await startWallet()]
    const topic = await pair(app, wallet)
    const { hostile, hostileTopic } = await startHostile(app)
    const requested = nextEvent<WalletEvents, 'requested'>(wallet, 'requested')
    const response = app.request({ topic, ...SIGN })
    const { request } = await requested
    const outcome = { result: 'hostile' }
    await hostile.messenger.respond(hostileTopic, request.id, 'wc_sessionRequest', outcome)
    await wallet.respond(request, { result: 'honest' })
    expect(await response).toBe('honest')
  })
})

describe('an app that sends what a client never would', () => {
  async function startHostile(signIn?: SignInLimits) {
    const storage = createMemoryStorage()
    const [app, wallet] = [await startApp(storage), await startWallet(undefined, signIn)]
    const topic = await pair(app, wallet)
    app.close()
    const hostile = await openHostile(storage)
    const request = async (id: number, text: string, expiryTimestamp?: number) => {
      const call = { method: 'personal_sign', params: [text], expiryTimestamp }
      const params = { request: call, chainId: CHAIN }
      await hostile.messenger.send({ id, topic, method: 'wc_sessionRequest', params })
    }
    const texts = () => wallet.requests().map(({ params }) => params)
    return { wallet, topic, hostile, request, texts }
  }

  test('cannot change a request on which the user is deciding', async () => {
    const { hostile, request, texts } = await startHostile()
    const id = hostile.messenger.newId()
    await request(id, 'first')
    await request(id, 'changed')
    await request(hostile.messenger.newId(), 'other')
    await expect.poll(texts).toEqual([['first'], ['other']])
  })

  test('cannot take the place of a request of another app, nor its response', async () => {
    const { wallet, topic, hostile, request, texts } = await startHostile()
    const honest = await startApp()
    const honestTopic = await pair(honest, wallet)
    const response = honest.request({ topic: honestTopic, ...SIGN, params: ['honest'] })
    await expect.poll(texts).toEqual([['honest']])
    const [pending] = wallet.requests()
    const id = pending?.id ?? 0
    await request(id, 'hostile')
    await expect.poll(texts).toEqual([['honest'], ['hostile']])
    const expiryMs = Date.now() + 300_000
    const stolen = hostile.messenger.responses.wait({ id, topics: [topic], expiryMs })
    await wallet.respond({ topic, id }, { result: 'for the hostile app' })
    expect(await stolen).toBe('for the hostile app')
    expect(texts()).toEqual([['honest']])
    await wallet.respond({ topic: honestTopic, id }, { result: 'for the honest app' })
    expect(await response).toBe('for the honest app')
    expect(wallet.requests()).toEqual([])
  })

  test('cannot change a proposal on which the user is deciding', async () => {
    const { wallet, hostile } = await startHostile()
    const { pairings, messenger } = hostile
    const symKey = 'ab'.repeat(32)
    const topic = await pairings.add(symKey, Date.now() + 300_000)
    const link = `wc:${topic}@2?relay-protocol=irn&symKey=${symKey}`
    const seen: string[] = []
    wallet.on('proposed', ({ proposal }) => seen.push(proposal.proposer.metadata.name))
    await wallet.pair(link)
    const id = messenger.newId()
    const propose = async (proposalId: number, name: string) => {
      const proposer = { publicKey: 'cd'.repeat(32), metadata: { ...METADATA, name } }
      // The test's wallet leaves it to the user.
      const requiredNamespaces = { solana: { chains: ['solana:1'], methods: ['x'], events: [] } }
      const params = { requiredNamespaces, relays: [{ protocol: 'irn' }], proposer }
      await messenger.send({ id: proposalId, topic, method: 'wc_sessionPropose', params })
    }
    await propose(id, 'first')
    await propose(id, 'changed')
    await propose(messenger.newId(), 'other')
    await expect.poll(() => seen).toEqual(['first', 'other'])
    const names = wallet.proposals().map(({ proposer }) => proposer.metadata.name)
    expect(names).toEqual(['first', 'other'])
  })

  test('cannot propose within a session, where the user would not expect it', async () => {
    const signIn = { chains: [CHAIN], methods: ['personal_sign'] }
    const { wallet, topic, hostile, request, texts } = await startHostile(signIn)
    const { messenger } = hostile
    const proposer = { publicKey: 'cd'.repeat(32), metadata: { ...METADATA, name: 'A bank' } }
    const requiredNamespaces = { solana: { chains: ['solana:1'], methods: ['x'], events: [] } }
    const propose = { requiredNamespaces, relays: [{ protocol: 'irn' }], proposer }
    const sent = { topic, method: 'wc_sessionPropose', params: propose } as const
    await messenger.send({ id: messenger.newId(), ...sent })
    const authPayload = newAuthPayload()
    const login = { topic, method: 'wc_sessionAuthenticate' } as const
    const params = { authPayload, requester: proposer, expiryTimestamp: 9_999_999_999 }
    await messenger.send({ id: messenger.newId(), ...login, params })
    await request(messenger.newId(), 'last')
    await expect.poll(texts).toEqual([['last']])
    expect(wallet.proposals()).toEqual([])
    expect(wallet.logins()).toEqual([])
  })

  test('cannot take the key of a session without its end', async () => {
    const { wallet, topic, hostile, request, texts } = await startHostile()
    const { messenger } = hostile
    const id = messenger.newId()
    await messenger.send({
      id,
      topic,
      method: 'wc_pairingDelete',
      params: { code: 1, message: 'x' },
    })
    await request(messenger.newId(), 'after')
    await expect.poll(texts).toEqual([['after']])
    const [pending] = wallet.requests()
    await wallet.respond({ topic, id: pending?.id ?? 0 }, { result: 'signed' })
    expect(wallet.sessions().map((session) => session.topic)).toEqual([topic])
  })

  test('cannot make the wallet keep more than 50 proposals', async () => {
    const { wallet, hostile } = await startHostile()
    const { pairings, messenger } = hostile
    const symKey = 'ef'.repeat(32)
    const topic = await pairings.add(symKey, Date.now() + 300_000)
    await wallet.pair(`wc:${topic}@2?relay-protocol=irn&symKey=${symKey}`)
    const requiredNamespaces = { solana: { chains: ['solana:1'], methods: ['x'], events: [] } }
    const proposer = { publicKey: 'cd'.repeat(32), metadata: METADATA }
    const params = { requiredNamespaces, relays: [{ protocol: 'irn' }], proposer }
    const ids = Array.from({ length: 51 }, () => messenger.newId())
    for (const id of ids) await messenger.send({ id, topic, method: 'wc_sessionPropose', params })
    await messenger.request({ topic, method: 'wc_pairingPing', params: {} })
    expect(wallet.proposals().map(({ id }) => id)).toEqual(ids.slice(0, 50))
  })

  test('cannot keep the wallet from getting logins of other apps by requesting more than 50', async () => {
    const { wallet, hostile } = await startHostile({ chains: [CHAIN], methods: [] })
    const { pairings, messenger } = hostile
    const symKey = 'ef'.repeat(32)
    const topic = await pairings.add(symKey, Date.now() + 300_000)
    await wallet.pair(`wc:${topic}@2?relay-protocol=irn&symKey=${symKey}`)
    const requester = { publicKey: 'cd'.repeat(32), metadata: METADATA }
    const params = { requester, authPayload: newAuthPayload(), expiryTimestamp: 9_999_999_999 }
    const ids = Array.from({ length: 51 }, () => messenger.newId())
    for (const id of ids)
      await messenger.send({ id, topic, method: 'wc_sessionAuthenticate', params })
    await messenger.request({ topic, method: 'wc_pairingPing', params: {} })
    expect(wallet.logins().map(({ id }) => id)).toEqual(ids.slice(0, 50))
    const honest = await startApp()
    const { uri, authenticated } = await honest.authenticate({
      chains: [CHAIN],
      uri: 'https://app.example',
      domain: 'app.example',
      nonce: '12345678',
      methods: ['personal_sign'],
    })
    authenticated.catch(ignoreClosing)
    await wallet.pair(uri)
    await expect.poll(() => wallet.logins()).toHaveLength(51)
  })

  test('cannot make the wallet keep a request for longer than a week', async () => {
    const { wallet, hostile, request } = await startHostile()
    await request(hostile.messenger.newId(), 'for years', 9_999_999_999)
    await expect.poll(() => wallet.requests()).toHaveLength(1)
    expect(wallet.requests()[0]?.expiryMs).toBeLessThanOrEqual(Date.now() + WEEK_MS)
  })

  test('error: more than 50 requests wait for the user', async () => {
    const { wallet, topic, hostile, request } = await startHostile()
    for (let sent = 0; sent < 50; sent += 1) await request(hostile.messenger.newId(), String(sent))
    const params = { request: { method: 'personal_sign', params: [] }, chainId: CHAIN }
    const refused = hostile.messenger.request({ topic, method: 'wc_sessionRequest', params })
    await expect(refused).rejects.toMatchObject({ code: -32_005 })
    expect(wallet.requests()).toHaveLength(50)
  })
})
