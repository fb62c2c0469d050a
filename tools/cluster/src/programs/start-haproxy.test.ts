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

/** Starts haproxy before a primary server that greets. Returns its port for databases. */
async function startBeforePrimary(program: string): Promise<number> {
  const ports = await findPorts(12)
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
  const nodes = { api: [next(), next(), next(), next()], stream: [next(), next()] }
  const child = await startHaproxy(program, folder, { game, primary, databases, ...nodes })
  resources.defer(() => child.stop())
  return primary
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
    const port = await startBeforePrimary(PROGRAM ?? '')
    await expect.poll(() => receive(port, '127.0.0.1')).toBe('primary')
    expect(await receive(port, '127.0.0.2')).toBe('')
  })
})
