import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { SocketServer, type SocketServerDeps } from './socket-server.ts'
import { Subscribers } from './subscribers.ts'

/** Starts a server whose clients all have the same name; returns a function that connects one. */
async function startSockets(changes: Partial<SocketServerDeps>) {
  const sockets = new SocketServer({
    socket: {
      ...{
        subscribers: new Subscribers(),
        maxTopics: 1,
        read: () => Promise.resolve({ messages: [], hasMore: false }),
      },
      ...{ acknowledge: (_, onDone) => onDone(), nextId: () => 1, toFrame: () => '' },
      ...{ onPushed: () => undefined, onReadFailure: () => undefined },
    },
    admit: () => Promise.resolve({ did: 'did:key:test', key: 'test' }),
    receive: (socket, _, text) => socket.send(text),
    limits: { takeSocket: () => true, returnSocket: () => undefined, allowsFrame: () => true },
    ...{ maxSockets: 10, maxFrameBytes: 1_024, proxies: 0 },
    ...{ onRefused: () => undefined, onFault: () => undefined },
    ...changes,
  })
  const server = createServer().on('upgrade', sockets.onUpgrade)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets.all()) socket.terminate()
    server.close()
  })
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
