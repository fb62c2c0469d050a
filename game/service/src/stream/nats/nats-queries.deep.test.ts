import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { NATS_PROGRAM } from '@bullring/stack/testing/nats-server'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { startTestChain } from '../../testing/chain/start-test-chain.ts'
import { startClusterNats } from '../../testing/cluster-nats.ts'
import { createTestDatabase } from '../../testing/database/create-test-database.ts'
import { openResumingStream } from '../../testing/resuming-stream.ts'
import { post, startGameService } from '../../testing/start-game-service.ts'

const USD = 100_000_000n
const BLOCKS = 200

let resources: AsyncDisposableStack

beforeEach(() => {
  resources = new AsyncDisposableStack()
})

afterEach(() => resources.disposeAsync())

/** Forwards connections to PostgreSQL, and counts what is sent there but for the limits that nodes share. */
async function startCounter(databaseUrl: string) {
  const url = new URL(databaseUrl)
  const [host, port] = [url.hostname, Number(url.port)]
  const sockets: Socket[] = []
  let sent = 0
  const server = createServer((client) => {
    const upstream = connect(port, host)
    for (const socket of [client, upstream]) socket.on('error', () => socket.destroy())
    let isCounted = true
    client.on('data', (chunk: Buffer) => {
      if (chunk.includes('bullring-game-limits')) isCounted = false
      if (isCounted) sent += 1
    })
    client.pipe(upstream).pipe(client)
    sockets.push(client, upstream)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  resources.defer(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
    return Promise.resolve()
  })
  url.port = `${(server.address() as AddressInfo).port}`
  return { url: url.href, sent: () => sent }
}

describe.skipIf(NATS_PROGRAM === null)('a node that serves API and live events over NATS', () => {
  test('sends PostgreSQL nothing for new blocks', async () => {
    const nats = await startClusterNats()
    resources.defer(nats.stop)
    const chain = await startTestChain()
    resources.defer(chain.stop)
    const database = await createTestDatabase(inject('postgresUrl'))
    resources.defer(database.drop)
    const counter = await startCounter(database.url)
    const start = async (roles: string, url: string) => {
      const user = roles === 'index' ? 'index' : 'node'
      const variables = { GAME_ROLES: roles, GAME_NATS_URL: nats.urlsOf(user).join() }
      const game = await startGameService(chain, url, variables)
      resources.defer(game.stop)
      return game
    }
    await start('index', database.url)
    const node = await start('api,stream', counter.url)
    const stopping = new AbortController()
    const { events } = openResumingStream(`${node.url}/api/stream?symbol=BNB`, stopping.signal)
    resources.defer(() => Promise.resolve(stopping.abort()))
    const { genesisTimestamp } = chain.schedule
    let block = 0
    const mine = async () => {
      block += 1
      await chain.push(600n * USD + BigInt(block), genesisTimestamp + block)
      const text = `600.${`${block}`.padStart(8, '0')}`.replace(/0+$/, '')
      await expect.poll(() => JSON.stringify(events.at(-1))).toContain(text)
    }
    for (let warm = 0; warm < 5; warm += 1) await mine()
    const before = counter.sent()
    for (let count = 0; count < BLOCKS; count += 1) await mine()
    const statements = counter.sent() - before
    // A few for what is read every quarter of a minute.
    expect(statements).toBeLessThan(BLOCKS / 4)
    const prices = await (await post(node, '/api/token-prices', {})).json()
    expect(JSON.stringify(prices)).toContain(`${genesisTimestamp + block}`)
  })
})
