import { anyCall } from '@bullring/relay/testing/any-call'
import { startTestRelay, type TestRelay } from '@bullring/relay/testing/start-test-relay'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createAppClient } from '../app/app-client.ts'
import { sealEnvelope } from '../crypto/envelope.ts'
import { Emitter } from '../emitter.ts'
import { createMemoryStorage } from '../storage/memory-storage.ts'
import type { Storage } from '../storage/storage.ts'
import { approveAll, CHAIN, NAMESPACES, PROPOSED, SIGN } from '../testing/approve-all.ts'
import { METADATA } from '../testing/relay.ts'
import { createWalletClient } from '../wallet/wallet-client.ts'
import { openPeer, resumePeer, stopPeer } from './peer.ts'

const RELAY = { protocol: 'irn' }
const PARTY = { publicKey: 'cd'.repeat(32), metadata: METADATA }
const AUTH_PAYLOAD = {
  aud: 'https://app.example',
  domain: 'app.example',
  version: '1',
  chains: [CHAIN],
  nonce: '12345678',
  iat: '2026-01-01T00:00:00Z',
}
/** Params of valid messages, by method. */
const PARAMS: Readonly<Record<string, object>> = {
  wc_sessionPropose: { ...PROPOSED, requiredNamespaces: {}, relays: [RELAY], proposer: PARTY },
  wc_sessionAuthenticate: { authPayload: AUTH_PAYLOAD, requester: PARTY },
  wc_sessionSettle: { relay: RELAY, controller: PARTY, namespaces: NAMESPACES, expiry: 1e10 },
  wc_sessionUpdate: { namespaces: NAMESPACES },
  wc_sessionExtend: { expiry: 1e10 },
  wc_sessionRequest: { request: SIGN, chainId: CHAIN },
  wc_sessionEvent: { event: { name: 'chainChanged', data: 56 }, chainId: CHAIN },
  wc_sessionPing: {},
  wc_pairingPing: {},
}

const aPart = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom('__proto__', 'constructor', CHAIN, -1, 2 ** 53, 1e300),
)
const anId = fc.oneof({ weight: 9, arbitrary: fc.maxSafeNat() }, { weight: 1, arbitrary: aPart })
const aRequest = anyCall(PARAMS, aPart)
const anyMethod = fc.record({ method: fc.string(), params: aPart })
const aResponse = fc.record({ result: aPart, error: aPart }, { requiredKeys: [] })
const aMessage = fc.oneof(
  {
    weight: 9,
    arbitrary: fc
      .tuple(anId, fc.oneof(aRequest, aRequest, anyMethod, aResponse))
      .map(([id, payload]) => JSON.stringify({ id, jsonrpc: '2.0', ...payload })),
  },
  { weight: 1, arbitrary: fc.string() },
)

let relay: TestRelay
const cleanups: (() => void)[] = []

beforeEach(async () => {
  const variables = { RELAY_DATABASE_URL: 'memory' }
  relay = await startTestRelay({ variables }, { limits: { messagesPerTopic: 100_000 } })
})
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) cleanup()
  await relay.stop()
})

function options(storage: Storage) {
  return { relayUrl: relay.url, projectId: 'test', metadata: METADATA, storage }
}

/** Opens sockets that record the ids of pushes without an acknowledgement. */
function watchPushes() {
  const unacknowledged = new Set<number>()
  const createSocket = (url: string) => {
    const socket = new WebSocket(url)
    socket.addEventListener('message', ({ data }) => {
      const { id, method } = JSON.parse(String(data))
      if (method === 'irn_subscription') unacknowledged.add(id)
    })
    const send = socket.send.bind(socket)
    socket.send = (data) => {
      unacknowledged.delete(JSON.parse(String(data)).id)
      send(data)
    }
    return socket
  }
  return { unacknowledged, createSocket }
}

/** Opens a session, and what one side of it has stored, to send what a client never would. */
async function startHostile(victim: 'app' | 'wallet') {
  const { unacknowledged, createSocket } = watchPushes()
  const [appStorage, walletStorage] = [createMemoryStorage(), createMemoryStorage()]
  const app = await createAppClient({
    ...options(appStorage),
    ...(victim === 'app' && { createSocket }),
  })
  const wallet = await createWalletClient({
    ...options(walletStorage),
    signIn: { chains: [CHAIN], methods: [SIGN.method] },
    ...(victim === 'wallet' && { createSocket }),
  })
  cleanups.push(app.close, wallet.close)
  approveAll(wallet)
  const { uri, session } = await app.connect(PROPOSED)
  await wallet.pair(uri)
  const { topic } = await session
  await expect.poll(() => wallet.sessions()[0]?.isAcknowledged).toBe(true)
  const isWallet = victim === 'app'
  if (isWallet) wallet.close()
  else app.close()
  const hostile = await openPeer(options(isWallet ? walletStorage : appStorage), new Emitter())
  cleanups.push(() => stopPeer(hostile))
  resumePeer(hostile)
  return { hostile, topic, unacknowledged }
}

test.each(['app', 'wallet'] as const)(
  'property: the %s handles whatever a peer sends in a session',
  async (victim) => {
    const { hostile, topic, unacknowledged } = await startHostile(victim)
    const { keyChain, messenger, relay: line } = hostile
    const publish = (text: string) => {
      const message = sealEnvelope(text, keyChain.symKey(topic) ?? new Uint8Array())
      return line.publish({ topic, message, ttl: 300, tag: 1_108, prompt: false })
    }
    await fc.assert(
      fc.asyncProperty(fc.array(aMessage, { minLength: 1, maxLength: 10 }), async (messages) => {
        for (const message of messages) await publish(message)
        await messenger.request({ topic, method: 'wc_sessionPing', params: {} })
        await expect.poll(() => unacknowledged.size, { interval: 5 }).toBe(0)
      }),
      { numRuns: 50, endOnFailure: true },
    )
  },
)
