import type { Server } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { RunningService } from '@bullring/server/run-service'
import { sql } from 'kysely'
import type { Address } from 'viem'
import { parseEther } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { MarketReplacedError } from '../indexer/errors.ts'
import type { TestDatabase } from '../testing/create-test-database.ts'
import { createTestDatabase } from '../testing/create-test-database.ts'
import { post, startGameService } from '../testing/start-game-service.ts'
import type { TestChain } from '../testing/start-test-chain.ts'
import { startTestChain } from '../testing/start-test-chain.ts'

let chain: TestChain
let wire: ReturnType<typeof createWire>
let rpcUrl: string
let database: TestDatabase
let game: RunningService
let alice: Address
let nextTrader = 0

beforeAll(async () => {
  chain = await startTestChain()
  wire = createWire(chain.rpcUrl)
  rpcUrl = await wire.listen()
})

afterAll(async () => {
  await wire.close()
  await chain.stop()
})

beforeEach(async () => {
  wire.mood = 'fine'
  wire.target = chain.rpcUrl
  alice = chain.traders[nextTrader] ?? '0x'
  nextTrader += 1
  database = await createTestDatabase(inject('postgresUrl'))
  game = await startGameService(chain, database.url, { GAME_RPC_URL: rpcUrl })
})

afterEach(async () => {
  await game.stop()
  await database.drop()
})

/** The wire between service and chain: it can be cut, be unreliable, or lead to another chain. */
function createWire(target: string) {
  let requests = 0
  const wire = {
    mood: 'fine' as 'fine' | 'cut' | 'flaky',
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
  const server: Server = createServer(async (request, response) => {
    requests += 1
    if (wire.mood === 'cut' || (wire.mood === 'flaky' && requests % 2 === 0)) {
      request.destroy()
      return
    }
    const answer = await fetch(wire.target, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: await text(request),
    })
    response.end(await answer.text())
  })
  return wire
}

async function bets(): Promise<number> {
  const rows = await database.db.selectFrom('bets').select('epoch').execute()
  return rows.length
}

const eventually = { timeout: 30_000, interval: 50 }

describe('the running service', () => {
  test('lives on while the chain does not answer, and catches up', async () => {
    const before = await bets()
    wire.mood = 'cut'
    await chain.bet(alice, 1, 'bull', parseEther('1'))
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect((await post(game, '/api/round-info', { epoch: 1 })).status).toBe(200)
    expect(await bets()).toBe(before)
    wire.mood = 'fine'
    await expect.poll(bets, eventually).toBe(before + 1)
  })

  test('follows a chain that drops every second request', async () => {
    const before = await bets()
    wire.mood = 'flaky'
    await chain.bet(alice, 1, 'bear', parseEther('1'))
    await expect.poll(bets, eventually).toBe(before + 1)
  })

  test('lives on when the database drops its connections', async () => {
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

  test('error: gives up when another market has taken the place of its own', async () => {
    const other = await startTestChain({ genesis: 1_760_000_000 })
    wire.target = other.rpcUrl
    await expect(game.running).rejects.toThrow(MarketReplacedError)
    await other.stop()
  })
})
