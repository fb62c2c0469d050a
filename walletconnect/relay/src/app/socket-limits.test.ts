import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { newTopic, startTestRelay } from '../testing/start-test-relay.ts'
import { connectClient } from '../testing/test-client.ts'
import { createIdentity } from '../testing/test-identity.ts'

const SOCKETS = 5

/** Starts a relay. Returns a function that opens a socket, or returns the status of the refusal. */
async function startFullRelay() {
  const relay = await startTestRelay(
    { variables: { RELAY_DATABASE_URL: 'memory' } },
    { limits: { sockets: SOCKETS } },
  )
  onTestFinished(relay.stop)
  const auth = await createIdentity().token(relay.url)
  return async (): Promise<WebSocket | number> => {
    const socket = new WebSocket(`${relay.url}/?auth=${auth}`)
    onTestFinished(() => socket.terminate())
    socket.on('error', () => undefined)
    const refused = once(socket, 'unexpected-response').then(([, { statusCode }]) => statusCode)
    return await Promise.race([once(socket, 'open').then(() => socket), refused])
  }
}

test('error: a node has a number of sockets at most, also when all connect at once', async () => {
  const open = await startFullRelay()
  const opened = await Promise.all(Array.from({ length: 4 * SOCKETS }, open))
  const refused = opened.filter((socket) => socket === 503)
  expect(refused).toHaveLength(3 * SOCKETS)
})

test('a socket that closes leaves its place to another', async () => {
  const open = await startFullRelay()
  const opened = await Promise.all(Array.from({ length: SOCKETS }, open))
  expect(await open()).toBe(503)
  for (const socket of opened) if (typeof socket !== 'number') socket.close()
  await expect.poll(open).toBeInstanceOf(WebSocket)
})

test('ends a socket whose message is not complete after 30 s', async () => {
  const relay = await startTestRelay({ variables: { RELAY_DATABASE_URL: 'memory' } })
  onTestFinished(relay.stop)
  const client = await connectClient(relay.url)
  let code: number | null = null
  client.socket.on('close', (closeCode) => {
    code = closeCode
  })
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  client.socket.send('a fragment', { fin: false })
  let passedMs = 0
  for (; code === null && passedMs < 200_000; passedMs += 500) {
    vi.advanceTimersByTime(500)
    await sleep(50)
  }
  expect(code).toBe(1_006)
  expect(passedMs).toBeGreaterThan(30_000)
})

test('ends the sockets of an address that leave too much unfinished', async () => {
  const audience = 'wss://relay.example'
  const relay = await startTestRelay(
    { variables: { RELAY_DATABASE_URL: 'memory' } },
    {
      variables: {
        TRUST_PROXY: '1',
        RELAY_AUDIENCES: audience,
      },
      limits: { pendingBytes: 1_048_576 },
    },
  )
  onTestFinished(relay.stop)
  const connect = (from: string) => connectClient(relay.url, { audience, from })
  const [small, large] = [await connect('192.0.2.1'), await connect('192.0.2.2')]
  small.socket.send('x'.repeat(200_000), { fin: false })
  // A quarter of all is what one address may have.
  large.socket.send('x'.repeat(300_000), { fin: false })
  expect(await large.closed).toMatchObject({ code: 1_006 })
  small.socket.send('the end')
  await expect.poll(() => small.received).toHaveLength(1)
  expect(await small.call('irn_unsubscribe', { topic: newTopic() })).toBe(true)
})
