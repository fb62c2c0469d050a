import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { WebSocketServer } from 'ws'
import type { NodeHeader } from './block-header.ts'
import { parseHeader } from './block-header.ts'
import { followHeadSocket } from './head-socket.ts'

const cleanup: (() => void | Promise<void>)[] = []

afterEach(async () => {
  for (const end of cleanup.splice(0).reverse()) await end()
})

const HASH = `0x${'11'.repeat(32)}` as const
const HEADER = {
  number: '0x10',
  hash: HASH,
  parentHash: HASH,
  timestamp: '0x6543',
  logsBloom: `0x${'00'.repeat(256)}`,
}

const READ = parseHeader(HEADER)

const notice = (result: unknown) =>
  JSON.stringify({
    jsonrpc: '2.0',
    method: 'eth_subscription',
    params: { subscription: '0x1', result },
  })

/** A node that does with each connection what `onSubscribe` says, and a subscriber. */
async function follow(
  onSubscribe: (socket: WebSocket, connection: number) => void,
  maxSilenceMs?: number,
) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  let connections = 0
  server.on('connection', (socket) => {
    connections += 1
    socket.once('message', () => onSubscribe(socket, connections))
  })
  const heads: NodeHeader[] = []
  let breaks = 0
  const stopping = new AbortController()
  const running = followHeadSocket(
    `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    {
      onHead: (header) => heads.push(header),
      onBreak: () => {
        breaks += 1
      },
    },
    stopping.signal,
    maxSilenceMs,
  )
  const end = async () => {
    stopping.abort()
    await running
  }
  cleanup.push(end, () => {
    for (const client of server.clients) client.terminate()
    server.close()
  })
  return { heads, breaks: () => breaks, connections: () => connections, end }
}

const accept = (socket: WebSocket) => socket.send('{"jsonrpc":"2.0","id":1,"result":"0x1"}')

describe('followHeadSocket', () => {
  test('reports the header of each announced block', async () => {
    const { heads, breaks, end } = await follow((socket) => {
      accept(socket)
      socket.send(notice({ ...HEADER, miner: '0x00', extraData: '0x' }))
      socket.send(notice({ ...HEADER, number: '0x11', logsBloom: undefined }))
    })
    await expect.poll(() => heads).toHaveLength(2)
    expect(heads).toEqual([READ, { ...READ, number: 17, logsBloom: undefined }])
    await end()
    expect(breaks()).toBe(0)
  })

  test('subscribes again after the connection was closed', async () => {
    const { heads, breaks, connections } = await follow((socket, connection) => {
      accept(socket)
      if (connection < 3) socket.close()
      else socket.send(notice(HEADER))
    })
    await expect.poll(() => heads).toHaveLength(1)
    expect([breaks(), connections()]).toEqual([2, 3])
  })

  test.each([
    ['text that is not JSON', '{'],
    ['a refusal', '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}'],
    ['a hash of another length', notice({ ...HEADER, hash: '0x11' })],
    ['a number beyond any chain', notice({ ...HEADER, number: `0x${'ff'.repeat(8)}` })],
    ['a block that is not mined', notice({ ...HEADER, number: null })],
    ['a time in milliseconds', notice({ ...HEADER, timestamp: '0x18bcfe56800' })],
    ['a message of 100 kB', notice({ ...HEADER, extraData: '0'.repeat(100_000) })],
  ])('error: closes the connection after %s', async (_, text) => {
    const { heads, breaks } = await follow((socket, connection) => {
      accept(socket)
      socket.send(connection === 1 ? text : notice(HEADER))
    })
    await expect.poll(() => heads).toEqual([READ])
    expect(breaks()).toBe(1)
  })

  test('closes a connection that responds to nothing, and subscribes again', async () => {
    const { heads, breaks } = await follow((socket, connection) => {
      if (connection > 1) socket.send(notice(HEADER))
      // No pong either.
      else socket.pause()
    })
    await expect.poll(() => heads).toEqual([READ])
    expect(breaks()).toBe(1)
  })

  test('closes a connection that announces no block, and subscribes again', async () => {
    const { heads, breaks } = await follow((socket, connection) => {
      // It replies to pings.
      accept(socket)
      if (connection > 1) socket.send(notice(HEADER))
    }, 1_000)
    await expect.poll(() => heads).toEqual([READ])
    expect(breaks()).toBe(1)
  })

  test('waits longer and longer for a node that closes each connection after a block', async () => {
    const { heads, connections } = await follow((socket) => {
      accept(socket)
      socket.send(notice(HEADER))
      socket.close()
    })
    await sleep(3_000)
    // After at least 125, 250, 500, 1,000 and 2,000 ms.
    expect(connections()).toBeLessThanOrEqual(5)
    expect(heads).toHaveLength(connections())
  })

  test('returns at once on abort, also while no node listens', async () => {
    const stopping = new AbortController()
    const { promise: broken, resolve } = Promise.withResolvers<void>()
    const events = { onHead: () => undefined, onBreak: resolve }
    const running = followHeadSocket('ws://127.0.0.1:9', events, stopping.signal)
    await broken
    stopping.abort()
    await running
  })
})
