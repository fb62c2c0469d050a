import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Anvil, callRpc, startAnvil } from './anvil.ts'

let anvil: Anvil

beforeAll(async () => {
  anvil = await startAnvil({ chainId: 31_337, blockSeconds: null })
})
afterAll(() => anvil.child.stop(0))

const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_accounts', params: [] })
const EVIL = { origin: 'https://evil.example' }

function post(headers: Record<string, string>): Promise<Response> {
  return fetch(anvil.rpcUrl, { method: 'POST', headers, body })
}

/** Asks for a WebSocket like a browser does; returns the status of the response. */
async function upgrade(url: string, headers: Record<string, string>): Promise<number | undefined> {
  const attempt = request(url, {
    headers: {
      ...headers,
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': Buffer.from('0123456789abcdef').toString('base64'),
    },
  }).end()
  const [response, socket] = (await Promise.race([
    once(attempt, 'response'),
    once(attempt, 'upgrade'),
  ])) as [IncomingMessage, Socket | undefined]
  socket?.destroy()
  response.resume()
  return response.statusCode
}

describe('startAnvil', () => {
  test('serves programs of this machine', async () => {
    expect(await callRpc(anvil.rpcUrl, 'eth_accounts', [])).toHaveLength(20)
    const large = `0x${'00'.repeat(500_000)}`
    expect(await callRpc(anvil.rpcUrl, 'web3_sha3', [large])).toMatch(/^0x[0-9a-f]{64}$/)
  })

  test('notifies programs of this machine of new blocks by WebSocket', async () => {
    // Node's own WebSocket sends no Origin, as no program does.
    const socket = new WebSocket(anvil.rpcUrl.replace('http', 'ws'))
    await once(socket, 'open')
    const subscribed = once(socket, 'message')
    socket.send('{"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newHeads"]}')
    await subscribed
    const notified = once(socket, 'message')
    await callRpc(anvil.rpcUrl, 'evm_mine', [])
    expect((await notified)[0].data).toContain('"parentHash"')
    socket.close()
  })

  test('error: refuses requests and WebSockets of web pages', async () => {
    const json = { 'content-type': 'application/json' }
    expect((await post({ ...json, ...EVIL })).status).toBe(403)
    expect((await post({ ...json, origin: 'null' })).status).toBe(403)
    expect((await post({ 'content-type': 'text/plain' })).status).toBe(403)
    expect((await fetch(anvil.rpcUrl)).status).toBe(403)
    for (const headers of [EVIL, { origin: 'null' }]) {
      expect(await upgrade(anvil.rpcUrl, headers)).toBe(403)
    }
  })

  test('listens itself where browsers connect to nothing', async () => {
    const { host, port } = anvil.address
    // Without a browser's rules the node is there, and serves any origin.
    expect(await upgrade(`http://${host}:${port}`, EVIL)).toBe(101)
    // Node's fetch and WebSocket follow the same standard as browsers.
    const refused = await fetch(`http://${host}:${port}`).catch((error: Error) => error.cause)
    expect(String(refused)).toContain('bad port')
    const socket = new WebSocket(`ws://${host}:${port}`)
    expect((await once(socket, 'error'))[0]).toBeInstanceOf(Event)
  })

  test('closes with the chain', async () => {
    const other = await startAnvil({ chainId: 31_337, blockSeconds: null })
    await other.child.stop(0)
    await expect(callRpc(other.rpcUrl, 'eth_chainId', [])).rejects.toThrow()
  })
})
