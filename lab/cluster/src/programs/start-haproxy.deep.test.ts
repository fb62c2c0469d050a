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
  const ports = await findPorts(14)
  const next = () => ports.shift() ?? 0
  const [game, primary] = [next(), next()]
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
    wallet,
    databases,
    ...nodes,
  })
  resources.defer(() => child.stop())
  return { primary, wallet: wallet.port }
}

/** Connects to a port from an address of this machine, and returns what it receives. */
async function receive(port: number, localAddress: string): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  let text = ''
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part
  })
  await once(socket, 'close').catch(() => undefined)
  return text
}

describe.skipIf(PROGRAM === null)('ops/cluster/haproxy.cfg', () => {
  test('connects nodes of the cluster to the primary server, and no one else', async () => {
    const { primary } = await startBeforeServers(PROGRAM ?? '')
    await expect.poll(() => receive(primary, '127.0.0.1')).toBe('primary')
    expect(await receive(primary, '127.0.0.2')).toBe('')
  })

  test('passes the address of a visitor on to the wallet service, of nodes alone', async () => {
    const { wallet } = await startBeforeServers(PROGRAM ?? '')
    const headers = { 'x-forwarded-for': '192.0.2.1' }
    const visitor = async () =>
      await (await fetch(`http://127.0.0.1:${wallet}`, { headers })).text()
    await expect.poll(visitor).toBe('192.0.2.1')
    expect(await receive(wallet, '127.0.0.2')).toBe('')
  })
})
