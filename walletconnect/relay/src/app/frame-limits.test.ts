import { hash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  newTopic,
  publishing,
  startTestRelay,
  type TestRelay,
} from '../testing/start-test-relay.ts'
import { connectClient } from '../testing/test-client.ts'
import { createIdentity } from '../testing/test-identity.ts'

const FRAMES = 20
const PER_IP = 200
/** A visitor's address, as the proxy in front names it. */
const VISITOR = '203.0.113.7'

let relay: TestRelay
// The clock stands still: nothing is refilled.
const nowMs = Date.now()

beforeAll(async () => {
  const variables = {
    TRUST_PROXY: '1',
    RELAY_AUDIENCES: 'wss://relay.example',
  }
  const limits = { frames: { perClient: FRAMES, perIp: PER_IP }, messageBytes: 65_536 }
  relay = await startTestRelay(
    { variables: { RELAY_DATABASE_URL: 'memory' } },
    { variables, limits, nowMs: () => nowMs },
  )
})
afterAll(() => relay.stop())

const connect = (from?: string) =>
  connectClient(relay.url, { audience: 'wss://relay.example', from })

test.each([
  ['no JSON', 'hello'],
  ['replies to nothing', '{"id":1,"jsonrpc":"2.0","result":true}'],
  ['errors', '{"id":1,"jsonrpc":"2.0","error":{"code":1,"message":""}}'],
  ['calls without a method', '{"id":1,"jsonrpc":"2.0"}'],
])('closes the socket of a client that sends too many texts: %s', async (_, text) => {
  const client = await connect()
  for (let count = 0; count <= FRAMES; count += 1) client.sendText(text)
  expect(await client.closed).toEqual({ code: 3_001, reason: 'Too many requests' })
})

test('counts pings, and binary frames', async () => {
  const [pinging, binary] = [await connect(), await connect()]
  for (let count = 0; count <= FRAMES; count += 1) {
    pinging.socket.ping()
    binary.socket.send(Buffer.from('hello'))
  }
  expect(await pinging.closed).toMatchObject({ code: 3_001 })
  expect(await binary.closed).toMatchObject({ code: 3_001 })
})

test('counts a long text as several', async () => {
  const client = await connect()
  for (let count = 0; count < 5; count += 1) client.sendText('x'.repeat(65_536))
  expect(await client.closed).toMatchObject({ code: 3_001 })
})

test('error: a frame that is too long closes the socket with 1009', async () => {
  const client = await connect()
  client.sendText('x'.repeat(65_536 * 2 + 128 * 1_024 + 1))
  expect(await client.closed).toMatchObject({ code: 1_009 })
})

test('does not count acknowledgements of what it pushes', async () => {
  const wallet = await connect()
  const topic = newTopic()
  await wallet.call('irn_subscribe', { topic })
  const texts = Array.from({ length: FRAMES * 3 }, (_, index) => `message ${index}`)
  const app = await connect()
  for (let sent = 0; sent < texts.length; sent += 10) {
    const messages = texts.slice(sent, sent + 10).map((text) => publishing(topic, text))
    await app.call('irn_batchPublish', { messages })
  }
  await expect.poll(() => wallet.messages()).toEqual(texts)
  const id = hash('sha256', `${topic}${wallet.identity.did}`)
  expect(await wallet.call('irn_subscribe', { topic })).toBe(id)
})

test('counts all clients of an address, their handshakes, and their requests by HTTP', async () => {
  const handshakes = PER_IP / 10
  const clients = await Promise.all(Array.from({ length: handshakes - 2 }, () => connect(VISITOR)))
  const [first, second] = clients
  for (let count = 0; count < FRAMES; count += 1) first?.sendText('hello')
  await expect.poll(() => first?.received.length).toBe(FRAMES)
  second?.sendText('hello')
  expect(await second?.closed).toMatchObject({ code: 3_001 })
  const headers = {
    authorization: `Bearer ${await createIdentity().token('wss://relay.example')}`,
    'content-type': 'application/json',
    'x-forwarded-for': VISITOR,
  }
  const body = JSON.stringify({ id: 1, jsonrpc: '2.0', method: 'irn_subscribe', params: {} })
  const response = await fetch(`${relay.httpUrl}/rpc`, { method: 'POST', headers, body })
  expect(await response.json()).toMatchObject({ id: null, error: { data: 'TooManyRequests' } })
  // Others are not affected.
  const other = await connect('203.0.113.8')
  expect(await other.call('irn_subscribe', { topic: newTopic() })).toMatch(/^[0-9a-f]{64}$/)
})
