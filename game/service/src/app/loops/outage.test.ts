import type { Server } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { RunningService } from '@bullring/server/run-service'
import { sql } from 'kysely'
import type { Address } from 'viem'
import { parseEther } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { MarketReplacedError } from '../../indexer/errors.ts'
import type { TestChain } from '../../testing/chain/start-test-chain.ts'
import { startTestChain } from '../../testing/chain/start-test-chain.ts'
import type { TestDatabase } from '../../testing/database/create-test-database.ts'
import { createTestDatabase } from '../../testing/database/create-test-database.ts'
import { post, startGameService } from '../../testing/start-game-service.ts'

let chain: TestChain
let proxy: ReturnType<typeof createProxy>
let rpcUrl: string
let database: TestDatabase
let game: RunningService
let alice: Address
let nextTrader = 0

beforeAll(async () => {
  chain = await startTestChain()
  proxy = createProxy(chain.rpcUrl)
  rpcUrl = await proxy.listen()
})

afterAll(async () => {
  await proxy.close()
  await chain.stop()
})

beforeEach(async () => {
  proxy.mode = 'fine'
  proxy.target = chain.rpcUrl
  alice = chain.traders[nextTrader] ?? '0x'
  nextTrader += 1
  database = await createTestDatabase(inject('postgresUrl'))
  game = await startGameService(chain, database.url, { RPC_URL: rpcUrl })
})

afterEach(async () => {
  await game.stop()
  await database.drop()
})

/** A proxy to the chain that can drop requests or switch to another chain. */
function createProxy(target: string) {
  let requests = 0
  const proxy = {
    mode: 'fine' as 'fine' | 'cut' | 'flaky',
    target,
    listen: async () => {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
  const server: Server = createServer(async (request, reply) => {
    requests += 1
    if (proxy.mode === 'cut' || (proxy.mode === 'flaky' && requests % 2 === 0)) {
      request.destroy()
      return
    }
    const response = await fetch(proxy.target, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: await text(request),
    })
    reply.end(await response.text())
  })
  return proxy
}

async function bets(): Promise<number> {
  const rows = await database.db.selectFrom('bets').select('epoch').execute()
  return rows.length
}

const eventually = { timeout: 60_000, interval: 50 }

describe('the running service', () => {
  test('keeps running while the chain is unreachable, then catches up', async () => {
    const before = await bets()
    proxy.mode = 'cut'
    await chain.bet(alice, 1, 'bull', parseEther('1'))
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect((await post(game, '/api/round-info', { epoch: 1 })).status).toBe(200)
    expect(await bets()).toBe(before)
    proxy.mode = 'fine'
    await expect.poll(bets, eventually).toBe(before + 1)
  })

  test('follows a chain that drops every second request', async () => {
    const before = await bets()
    proxy.mode = 'flaky'
    await chain.bet(alice, 1, 'bear', parseEther('1'))
    await expect.poll(bets, eventually).toBe(before + 1)
  })

  test('keeps running when the database drops its connections', async () => {
    const before = await bets()
    const cut = 'select pg_terminate_backend(pid) from pg_stat_activity'
    const other = await createTestDatabase(inject('postgresUrl'))
    const { pathname } = new URL(database.url)
    await sql.raw(`${cut} where datname = '${pathname.slice(1)}'`).execute(other.db)
    await chain.bet(alice, 1, 'bull', parseEther('1'))
    await expect.poll(() => bets().catch(() => -1), eventually).toBe(before + 1)
    expect((await post(game, '/api/round-info', { epoch: 1 })).status).toBe(200)
    await other.drop()
  })

  test('error: ends when another market has replaced its own', async () => {
    const other = await startTestChain({ genesis: 1_760_000_000 })
    proxy.target = other.rpcUrl
    await expect(game.running).rejects.toThrow(MarketReplacedError)
    await other.stop()
  })
})
