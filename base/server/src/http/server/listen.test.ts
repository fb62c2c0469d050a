import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Listener, listen } from './listen.ts'

const LIMITS = {
  maxConnections: 3,
  headersTimeoutMs: 200,
  requestTimeoutMs: 400,
  keepAliveMs: 5_000,
  checkIntervalMs: 50,
}

/** An address of this machine that is not loopback. */
const OUTER_ADDRESS = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address

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

/** Number of clients of `port` whose handshake the system has not answered: state 2, SYN_SENT. */
function waitingHandshakes(port: number): number {
  const end = `:${port.toString(16).toUpperCase().padStart(4, '0')} 02`
  const table = readFileSync('/proc/net/tcp', 'utf8').split('\n')
  return table.filter((line) => line.includes(end)).length
}

describe('listen', () => {
  test.each([
    ['anything', '', 60_000],
    ['headers', 'GET / HTTP/1.1\r\nhost: x\r\n', 60_000],
    ['a body', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nslow', 400],
  ])('error: closes a connection that does not finish sending %s', async (_, text, limitMs) => {
    await service.close()
    const address = { host: '127.0.0.1', port: 0 }
    const limits = { ...LIMITS, requestTimeoutMs: limitMs }
    service = await listen((_request, response) => response.end(), address, limits)
    const socket = await open()
    socket.write(text)
    // Node's own limit for headers is 60 s.
    await once(socket.resume(), 'close', { signal: AbortSignal.timeout(30_000) })
    expect(socket.destroyed).toBe(true)
  })

  test.runIf(OUTER_ADDRESS !== undefined).each([
    [0, 2],
    [1, 5],
  ])(
    'error: with %s proxies in front, holds %s connections of an address',
    async (proxies, most) => {
      const outer = await listen(
        (_, response) => response.end(),
        { host: '0.0.0.0', port: 0, proxies },
        { maxPerIp: 2 },
      )
      const opened = Array.from({ length: 5 }, () => {
        const socket = connect({ host: OUTER_ADDRESS ?? '', port: Number(new URL(outer.url).port) })
        return socket.on('error', () => undefined).resume()
      })
      sockets.push(...opened)
      // A connection that is held has a response.
      for (const socket of opened) socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
      const answered = () => opened.filter(({ bytesRead }) => bytesRead > 0).length
      const closed = () => opened.filter((socket) => socket.destroyed).length
      await expect.poll(() => [answered(), closed()]).toEqual([most, 5 - most])
      for (const socket of opened) socket.destroy()
      await outer.close()
    },
  )

  test.runIf(process.platform === 'linux')(
    'completes a thousand handshakes while the process is busy',
    async () => {
      const busy = await listen((_, response) => response.end(), { host: '127.0.0.1', port: 0 })
      const port = Number(new URL(busy.url).port)
      for (let count = 0; count < 1_000; count += 1) {
        sockets.push(connect({ host: '127.0.0.1', port }).on('error', () => undefined))
      }
      // All have started to connect, and none has been accepted yet.
      await new Promise<void>((resolve) => process.nextTick(resolve))
      expect(waitingHandshakes(port)).toBe(0)
      for (const socket of sockets) socket.destroy()
      await busy.close()
    },
  )

  test('error: holds no more connections than its limit', async () => {
    for (let count = 0; count < 3; count += 1) await open()
    const refused = await open()
    await once(refused.resume(), 'close')
    sockets[0]?.destroy()
    await expect.poll(() => fetch(service.url).then(({ status }) => status)).toBe(200)
  })
})
