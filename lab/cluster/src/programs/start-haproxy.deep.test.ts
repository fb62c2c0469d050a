import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '@bullring/stack/processes/find-program'
import { afterEach, describe, expect, test } from 'vitest'
import { findPorts } from '../processes/find-ports.ts'
import { startHaproxy } from './start-haproxy.ts'

const PROGRAM = findProgram('haproxy')

let resources = new AsyncDisposableStack()

afterEach(async () => {
  await resources.disposeAsync()
  resources = new AsyncDisposableStack()
})

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  resources.defer(() => {
    server.close()
    return Promise.resolve()
  })
}

/** Starts haproxy before a primary server that greets, and a wallet service that names the visitor. Returns its ports. */
async function startBeforeServers(program: string) {
  const ports = await findPorts(15)
  const next = () => ports.shift() ?? 0
  const [game, primary, metrics] = [next(), next(), next()]
  const databases = [1, 2].map(() => ({ port: next(), checkPort: next() }))
  const folder = await mkdtemp(join(tmpdir(), 'bullring-haproxy-'))
  resources.defer(() => rm(folder, { recursive: true }))
  const [first] = databases
  await listen(
    createServer((socket) => socket.end('primary')),
    first?.port ?? 0,
  )
  await listen(
    createHttpServer((_, response) => response.end()),
    first?.checkPort ?? 0,
  )
  const wallet = { port: next(), service: next() }
  await listen(
    createHttpServer(({ headers }, response) => response.end(headers['x-forwarded-for'])),
    wallet.service,
  )
  const nodes = { api: [next(), next(), next(), next()], stream: [next(), next()] }
  const child = await startHaproxy(program, folder, {
    game,
    primary,
    metrics,
    wallet,
    databases,
    ...nodes,
  })
  resources.defer(() => child.stop())
  return { game, primary, metrics, wallet: wallet.port, api: nodes.api }
}

/** Connects to a port of an address of this machine, and returns what it receives. */
async function receive(port: number, host: string): Promise<string> {
  const socket = connect({ port, host })
  let text = ''
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part
  })
  await once(socket, 'close').catch(() => undefined)
  return text
}

describe.skipIf(PROGRAM === null)('haproxy.cfg and haproxy-node.cfg of ops/cluster', () => {
  test('connects this machine to the primary server, and no other', async () => {
    const { primary } = await startBeforeServers(PROGRAM ?? '')
    await expect.poll(() => receive(primary, '127.0.0.1')).toBe('primary')
    expect(await receive(primary, '127.0.0.2')).toBe('')
  })

  test('passes the address of a visitor on to the wallet service, from this machine alone', async () => {
    const { wallet } = await startBeforeServers(PROGRAM ?? '')
    const headers = { 'x-forwarded-for': '192.0.2.1' }
    const visitor = async () =>
      await (await fetch(`http://127.0.0.1:${wallet}`, { headers })).text()
    await expect.poll(visitor).toBe('192.0.2.1')
    expect(await receive(wallet, '127.0.0.2')).toBe('')
  })

  test('names the host that the visitor asked for, whatever the visitor claims', async () => {
    const { game, api } = await startBeforeServers(PROGRAM ?? '')
    await listen(
      createHttpServer(({ headers }, response) => response.end(headers['x-forwarded-host'])),
      api[0] ?? 0,
    )
    const ask = async () =>
      await (
        await fetch(`http://127.0.0.1:${game}`, { headers: { 'x-forwarded-host': 'evil.example' } })
      ).text()
    await expect.poll(ask).toBe(`127.0.0.1:${game}`)
  })

  test('has metrics, and says whether it reaches a node', async () => {
    const { metrics, api } = await startBeforeServers(PROGRAM ?? '')
    const read = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${metrics}${path}`)
      return { status: response.status, text: await response.text() }
    }
    expect((await read('/metrics')).text).toContain(
      'haproxy_server_status{proxy="api",server="api1"',
    )
    await expect.poll(async () => (await read('/healthz')).status).toBe(503)
    await listen(
      createHttpServer((_, response) => response.end()),
      api[0] ?? 0,
    )
    await expect.poll(async () => (await read('/healthz')).status).toBe(200)
    expect((await read('/')).status).toBe(403)
  })
})
