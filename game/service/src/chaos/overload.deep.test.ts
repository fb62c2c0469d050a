import { Health } from '@bullring/game-api/health'
import { POSITION_HEADER, parsePositions } from '@bullring/game-api/positions'
import type { RunningService } from '@bullring/server/run-service'
import { parse } from '@bullring/wire/parse'
import { sql } from 'kysely'
import { numberToHex } from 'viem'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { newestPosition } from '../stream/postgres/stream.queries.ts'
import type { TestChain } from '../testing/chain/start-test-chain.ts'
import { startTestChain } from '../testing/chain/start-test-chain.ts'
import type { TestDatabase } from '../testing/database/create-test-database.ts'
import { createTestDatabase } from '../testing/database/create-test-database.ts'
import { get, post, startGameService } from '../testing/start-game-service.ts'

const TOKEN = 'a-token-of-the-operator'
const READS = 300
/** As many as the service lets read at once. */
const RUNNING = 8

let chain: TestChain
let database: TestDatabase
let game: RunningService

beforeAll(async () => {
  chain = await startTestChain()
  database = await createTestDatabase(inject('postgresUrl'))
  game = await startGameService(chain, database.url, {
    METRICS_TOKEN: TOKEN,
    TRUST_PROXY: '1',
  })
})

afterAll(async () => {
  await game.stop()
  await database.drop()
  await chain.stop()
})

/** Locks a table while `act` runs: whatever reads it hangs. */
function whileLocked<result>(act: () => Promise<result>): Promise<result> {
  return database.db.transaction().execute(async (tx) => {
    await sql`lock table bets in access exclusive mode`.execute(tx)
    return await act()
  })
}

/** Reads the trades of an account that no one else reads. */
function readTrades(account: number): Promise<Response> {
  return post(game, '/api/trades-by-user', { user_address: numberToHex(account, { size: 20 }) })
}

async function readNewestBlock(): Promise<number | null> {
  const response = await get(game, '/healthz')
  return parse(Health, await response.json()).block_number
}

/** Returns the position that responses are read at. */
async function readPosition(): Promise<number | undefined> {
  const response = await post(game, '/api/current-epoch', {})
  return parsePositions(response.headers.get(POSITION_HEADER)).values().next().value
}

async function metric(name: string): Promise<number> {
  const response = await get(game, '/metrics', { authorization: `Bearer ${TOKEN}` })
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith(name))
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

describe('a service whose database hangs', () => {
  test('refuses reads that would wait too long, serves the rest, and recovers', async () => {
    const stopping = new AbortController()
    const stream = await fetch(`${game.url}/api/stream`, { signal: stopping.signal })
    const events = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
    let received = ''
    const waitFor = async (text: string) => {
      while (!received.includes(text)) received += (await events?.read())?.value ?? ''
    }
    // Caches are cleared until the process knows the first blocks.
    await chain.push(60_000_000_000n, chain.schedule.genesisTimestamp + 10)
    await waitFor('event: ')
    const newest = Number(await chain.rpc('eth_blockNumber'))
    await expect.poll(readNewestBlock).toBe(newest)
    const isReadPosition = async () =>
      (await readPosition()) === (await newestPosition(database.db))
    await expect.poll(isReadPosition).toBe(true)
    const cached = { epoch: 1 }
    const readCached = async () => (await post(game, '/api/round-info', cached)).status
    await expect.poll(readCached).toBe(200)
    // A busy machine refuses some of the reads before.
    const shedBefore = await metric('bullring_reads_shed_total')
    const responses: Response[] = []
    const reads = await whileLocked(async () => {
      const sent = Array.from({ length: READS }, (_, index) =>
        readTrades(index + 1).then((response) => responses.push(response)),
      )
      // While the database hangs, all reads get a response except those that wait in the database.
      await expect.poll(() => responses.length).toBe(READS - RUNNING)
      for (const response of responses) {
        expect(response.status).toBe(503)
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
        expect(await response.clone().json()).toMatchObject({ code: 'service.overloaded' })
      }
      expect(await metric('bullring_reads_shed_total')).toBe(shedBefore + READS - RUNNING)
      expect(await metric('bullring_reads_waiting')).toBe(0)

      // Requests that need no database, or must show that the process lives, go on.
      expect(await readCached()).toBe(200)
      expect((await get(game, '/healthz')).status).toBe(200)
      expect((await get(game, '/readyz')).status).toBe(200)
      await waitFor('heartbeat')
      return sent
    })
    await Promise.all(reads)
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(RUNNING)
    stopping.abort()

    const again = await Promise.all(
      Array.from({ length: RUNNING }, (_, index) => readTrades(READS + index + 1)),
    )
    expect(again.map(({ status }) => status)).toEqual(Array.from({ length: RUNNING }, () => 200))
    expect(await metric('bullring_reads_shed_total')).toBe(shedBefore + READS - RUNNING)
  })
})
