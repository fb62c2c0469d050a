import { RELAY_LIMITS } from '@bullring/relay/limits/relay-limits'
import { startTestRelay } from '@bullring/relay/testing/start-test-relay'
import { afterEach, expect, test } from 'vitest'
import { hashText } from '../crypto/hash.ts'
import { createMemoryStorage } from '../storage/memory-storage.ts'
import type { WalletConnectError } from '../walletconnect-error.ts'
import { RelayClient } from './relay-client.ts'

const HOUR_MS = 3_600_000
const TOPIC = await hashText('topic')
const cleanups: (() => unknown)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

type Options = {
  nowMs?: () => number
  handle?: (message: string) => Promise<boolean>
  openSocket?: (url: string) => WebSocket
}

async function openClient(relayUrl: string, options: Options = {}) {
  const { nowMs = Date.now, handle, openSocket = (url) => new WebSocket(url) } = options
  const received: string[] = []
  const refused: WalletConnectError[] = []
  const sockets: WebSocket[] = []
  const client = await RelayClient.open({
    relayUrl,
    projectId: 'test',
    storage: createMemoryStorage(),
    nowMs,
    createSocket: (url) => {
      const socket = openSocket(url)
      sockets.push(socket)
      return socket
    },
    onMessage: (_topic, message) => {
      received.push(message)
      return handle?.(message) ?? Promise.resolve(true)
    },
    onRefused: (error) => refused.push(error),
    onConnected: () => undefined,
  })
  cleanups.push(() => client.stop())
  const publish = (message: string) =>
    client.publish({ topic: TOPIC, message, ttl: 300, tag: 1_108, prompt: false })
  return { client, received, refused, sockets, publish }
}

async function startRelay(options: Parameters<typeof startTestRelay>[1] = {}) {
  const relay = await startTestRelay({ variables: { RELAY_DATABASE_URL: 'memory' } }, options)
  cleanups.push(() => relay.stop())
  return relay
}

test('connects when it has something to do, not before', async () => {
  const { url } = await startRelay()
  const { client, sockets } = await openClient(url)
  expect(sockets).toHaveLength(0)
  await client.subscribe([TOPIC])
  expect(client.isConnected).toBe(true)
})

test('subscribes again on a new connection, and gets what came meanwhile once', async () => {
  const { url } = await startRelay()
  const receiver = await openClient(url)
  const sender = await openClient(url)
  await receiver.client.subscribe([TOPIC])
  await sender.publish('first')
  await expect.poll(() => receiver.received).toEqual(['first'])
  receiver.sockets[0]?.close()
  await sender.publish('second')
  await sender.publish('second')
  await expect.poll(() => receiver.received).toEqual(['first', 'second'])
  expect(receiver.sockets.length).toBeGreaterThan(1)
})

test('sends what it could not send while the relay was away', async () => {
  const first = await startTestRelay({ variables: { RELAY_DATABASE_URL: 'memory' } })
  const { port } = new URL(first.url)
  const sender = await openClient(first.url)
  await sender.client.subscribe([TOPIC])
  await first.stop()
  const publishing = sender.publish('later')
  await startRelay({ variables: { PORT: port } })
  await publishing
})

test('gets a message again that could not be handled', async () => {
  const { url } = await startRelay()
  let attempts = 0
  const receiver = await openClient(url, {
    handle: () => {
      attempts += 1
      return attempts === 1 ? Promise.reject(new Error('Not stored.')) : Promise.resolve(true)
    },
  })
  await receiver.client.subscribe([TOPIC])
  const sender = await openClient(url)
  await sender.publish('hello')
  await expect.poll(() => attempts).toBe(1)
  receiver.sockets[0]?.close()
  await expect.poll(() => attempts).toBe(2)
})

test.each([-30, -2, 2, 30])('finds the time of a relay %i hours away', async (hours) => {
  const { url } = await startRelay({ nowMs: () => Date.now() + hours * HOUR_MS })
  const { client, refused } = await openClient(url)
  await client.subscribe([TOPIC])
  expect(refused).toEqual([])
})

test('error: the relay refuses the project', async () => {
  const { url } = await startRelay({ variables: { RELAY_PROJECT_IDS: 'other' } })
  const { client, refused } = await openClient(url)
  await expect(client.subscribe([TOPIC])).rejects.toMatchObject({ code: 3_000 })
  expect(refused[0]?.message).toMatch(/Unauthorized|project/i)
})

test('connects after the browser has failed to open a socket', async () => {
  const { url } = await startRelay()
  let attempts = 0
  const { client } = await openClient(url, {
    openSocket: (socketUrl) => {
      attempts += 1
      if (attempts === 1) throw new Error('No socket.')
      return new WebSocket(socketUrl)
    },
  })
  await client.subscribe([TOPIC])
  expect(attempts).toBe(2)
})

/** Opens a socket whose replies are changed on their way. */
function openWithReplies(url: string, changes: object): WebSocket {
  const socket = new WebSocket(url)
  const changed = new WeakSet<Event>()
  socket.addEventListener('message', (event) => {
    if (changed.has(event)) return
    event.stopImmediatePropagation()
    const data = JSON.stringify({ ...JSON.parse(String(event.data)), ...changes })
    const copy = new MessageEvent('message', { data })
    changed.add(copy)
    socket.dispatchEvent(copy)
  })
  return socket
}

test('takes an empty error beside a result for none', async () => {
  const { url } = await startRelay()
  const openSocket = (socketUrl: string) => openWithReplies(socketUrl, { error: null })
  const { client } = await openClient(url, { openSocket })
  await client.subscribe([TOPIC])
})

test.each<[unknown, number]>([
  ['No.', -32_603],
  [{ code: 3_001 }, 3_001],
  [{ message: 'No.' }, -32_603],
])('error: the relay replies with the error %j', async (error, code) => {
  const { url } = await startRelay()
  const openSocket = (socketUrl: string) => openWithReplies(socketUrl, { error })
  const { client } = await openClient(url, { openSocket })
  await expect(client.subscribe([TOPIC])).rejects.toMatchObject({ code })
})

test('waits for seconds when the relay gets too much from it', async () => {
  // The clock stands still: nothing is refilled.
  const nowMs = Date.now()
  const { url } = await startRelay({
    limits: { frames: { ...RELAY_LIMITS.frames, perClient: 10 } },
    nowMs: () => nowMs,
  })
  const closings: { code: number; atMs: number }[] = []
  const openings: number[] = []
  const { client, publish } = await openClient(url, {
    openSocket: (socketUrl) => {
      openings.push(performance.now())
      const socket = new WebSocket(socketUrl)
      socket.addEventListener('close', ({ code }) => {
        closings.push({ code, atMs: performance.now() })
      })
      return socket
    },
  })
  await client.subscribe([TOPIC])
  for (let sent = 0; sent < 12; sent += 1) publish(String(sent)).catch(() => undefined)
  await expect.poll(() => openings.length, { timeout: 60_000 }).toBeGreaterThan(1)
  expect(closings[0]?.code).toBe(3_001)
  expect((openings[1] ?? 0) - (closings[0]?.atMs ?? 0)).toBeGreaterThan(4_000)
})
