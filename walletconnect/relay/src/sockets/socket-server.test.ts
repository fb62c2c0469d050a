import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { TopicCounts } from '../limits/topic-counts.ts'
import { SocketServer, type SocketServerDeps } from './socket-server.ts'
import { Subscribers } from './subscribers.ts'

/** Starts a server whose clients all have the same name. Returns a function that connects one. */
async function startSockets(changes: Partial<SocketServerDeps>) {
  const sockets = new SocketServer({
    socket: {
      subscribers: new Subscribers(),
      maxTopics: 1,
      topicCounts: new TopicCounts({ all: 1, perIp: 1 }),
      read: () => Promise.resolve({ messages: [], hasMore: false }),
      acknowledge: (_, onDone) => onDone(),
      nextId: () => 1,
      toFrame: () => '',
      onPushed: () => undefined,
      onReadFailure: () => undefined,
    },
    admit: () => Promise.resolve({ did: 'did:key:test', key: 'test' }),
    receive: (socket, _, text) => socket.send(text),
    limits: { takeSocket: () => true, returnSocket: () => undefined, allowsFrame: () => true },
    maxSockets: 10,
    maxFrameBytes: 1_024 * 1_024,
    proxies: 0,
    messageLimitMs: 600_000,
    pendingBytes: { all: 1e9, perIp: 1e9 },
    onRefused: () => undefined,
    onFault: () => undefined,
    ...changes,
  })
  const server = createServer().on('upgrade', sockets.onUpgrade)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets.all()) socket.terminate()
    server.close()
  })
  const stopping = new AbortController()
  void sockets.keepAlive(stopping.signal)
  onTestFinished(() => stopping.abort())
  const { port } = server.address() as AddressInfo
  return async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}`)
    await new Promise((resolve) => socket.once('open', resolve))
    return socket
  }
}

test('ends only the socket whose frame causes a fault', async () => {
  const faults: unknown[] = []
  const connect = await startSockets({
    receive: (socket, _, text) => {
      if (text === 'fault') throw new RangeError('a fault')
      socket.send(text)
    },
    onFault: (error) => faults.push(error),
  })
  const [bad, good] = await Promise.all([connect(), connect()])
  const closed = new Promise((resolve) => bad.once('close', resolve))
  bad.send('fault')
  await closed
  expect(faults).toEqual([new RangeError('a fault')])
  const echoed = new Promise((resolve) => good.once('message', (data) => resolve(String(data))))
  good.send('still there')
  expect(await echoed).toBe('still there')
})

/** Sends a text, and returns what comes back. */
async function echo(socket: WebSocket, text: string): Promise<string> {
  socket.send(text)
  const [data] = await once(socket, 'message')
  return String(data)
}

test('ends a socket whose message stays unfinished, though it responds to pings', async () => {
  const refused: string[] = []
  const onRefused = (reason: string) => refused.push(reason)
  const connect = await startSockets({ messageLimitMs: 100, onRefused })
  const [bad, good] = await Promise.all([connect(), connect()])
  bad.send('a fragment', { fin: false })
  await once(bad, 'close')
  expect(refused).toEqual(['unfinished'])
  expect(await echo(good, 'still there')).toBe('still there')
})

test('ends the sockets with the most bytes of unfinished messages', async () => {
  const refused: string[] = []
  const onRefused = (reason: string) => refused.push(reason)
  const connect = await startSockets({ onRefused, pendingBytes: { all: 100_000, perIp: 1e9 } })
  const [small, large] = await Promise.all([connect(), connect()])
  small.send('x'.repeat(50_000), { fin: false })
  large.send('x'.repeat(80_000), { fin: false })
  await once(large, 'close')
  expect(refused).toEqual(['pending-bytes'])
  expect(await echo(small, 'the end')).toHaveLength(50_007)
})

async function sendFragments(socket: WebSocket, count: number): Promise<unknown> {
  for (let sent = 0; sent < count; sent += 1) socket.send('x', { fin: false })
  const [code] = await once(socket, 'close')
  return code
}

test('counts fragments as more than their bytes', async () => {
  const connect = await startSockets({ pendingBytes: { all: 20_000, perIp: 1e9 } })
  expect(await sendFragments(await connect(), 200)).toBe(1_006)
})

test('error: a message of too many fragments', async () => {
  const connect = await startSockets({})
  expect(await sendFragments(await connect(), 300)).toBe(1_008)
})

test('ends sockets that do not read their responses, once too many bytes wait', async () => {
  const refused: string[] = []
  const connect = await startSockets({
    receive: (socket) => socket.send('x'.repeat(64 * 1_024 * 1_024)),
    onRefused: (reason) => refused.push(reason),
    pendingBytes: { all: 1_024 * 1_024, perIp: 1e9 },
  })
  const socket = await connect()
  socket.pause()
  socket.send('a call')
  await expect.poll(() => refused).toEqual(['pending-bytes'])
})

test('writes the texts of one moment at once', async () => {
  const connect = await startSockets({
    receive: (socket) => {
      for (const text of ['one', 'two', 'three', 'four']) socket.send(text)
    },
  })
  const client = await connect()
  const texts: string[] = []
  client.on('message', (data: Buffer) => texts.push(data.toString()))
  const write = vi.spyOn(Socket.prototype as Required<Pick<Socket, '_writev'>>, '_writev')
  onTestFinished(() => write.mockRestore())
  client.send('start')
  await expect.poll(() => texts).toEqual(['one', 'two', 'three', 'four'])
  // One by the client, and one by the server.
  expect(write).toHaveBeenCalledTimes(2)
})
