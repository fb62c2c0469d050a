import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Listener, listen } from './listen.ts'

const LIMITS = {
  maxConnections: 3,
  headersTimeoutMs: 200,
  requestTimeoutMs: 400,
  checkIntervalMs: 50,
}

let service: Listener
let sockets: Socket[]

beforeEach(async () => {
  sockets = []
  const address = { host: '127.0.0.1', port: 0 }
  service = await listen((_, response) => response.end('served'), address, LIMITS)
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await service.close()
})

async function open(): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(service.url).port) })
  sockets.push(socket)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

describe('listen', () => {
  test.each([
    ['headers', 'GET / HTTP/1.1\r\nhost: x\r\n'],
    ['a body', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nslow'],
  ])('error: closes a connection that does not finish sending %s', async (_, text) => {
    const socket = await open()
    socket.write(text)
    await once(socket.resume(), 'close')
    expect(socket.destroyed).toBe(true)
  })

  test('error: holds no more connections than its limit', async () => {
    for (let count = 0; count < 3; count += 1) await open()
    const refused = await open()
    await once(refused.resume(), 'close')
    sockets[0]?.destroy()
    await expect.poll(() => fetch(service.url).then(({ status }) => status)).toBe(200)
  })
})
