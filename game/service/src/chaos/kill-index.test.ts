import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { playRound, settleAndClaim } from '../testing/chain/play-rounds.ts'
import type { TestChain } from '../testing/chain/start-test-chain.ts'
import { startTestChain } from '../testing/chain/start-test-chain.ts'
import { expectEqualToRebuild } from '../testing/database/compare-index.ts'
import type { TestDatabase } from '../testing/database/create-test-database.ts'
import { createTestDatabase } from '../testing/database/create-test-database.ts'
import { killRepeatedly } from '../testing/kill-repeatedly.ts'
import { startGameProcess, startGameService } from '../testing/start-game-service.ts'

/** Once at each moment of `killRepeatedly`; TEST_DEEP=1: at more random times. */
const KILLS = inject('isDeep') ? 20 : 2
/** For a busy machine; an idle one needs a tenth. */
const LIMIT_MS = 240_000
/** Below the 500 newest oracle rounds that a rebuild reads. */
const MAX_ROUNDS = 400
/** Leaves CPU time to the service. */
const PAUSE_MS = 100

let chain: TestChain
let database: TestDatabase

beforeAll(async () => {
  chain = await startTestChain()
  database = await createTestDatabase(inject('postgresUrl'))
})

afterAll(async () => {
  await database.drop()
  await chain.stop()
})

/** Locks `bets` until the service waits for it, inside a step that has already written other rows. */
function duringWrite(act: () => Promise<void>): Promise<void> {
  return database.db.transaction().execute(async (tx) => {
    await sql`lock table bets in exclusive mode`.execute(tx)
    await expect
      .poll(
        async () => {
          const { rows } = await sql`select 1 from pg_locks where not granted`.execute(tx)
          return rows.length
        },
        { interval: 2, timeout: 60_000 },
      )
      .toBeGreaterThan(0)
    await act()
  })
}

describe('the index', { timeout: LIMIT_MS }, () => {
  test(`equals a rebuild after ${KILLS} kills amid bets, claims and settlements`, async () => {
    const playing = new AbortController()
    const play = async () => {
      let epoch = 1
      for (; !playing.signal.aborted && epoch <= MAX_ROUNDS; epoch += 1) {
        await playRound(chain, epoch)
        await settleAndClaim(chain, epoch)
        await sleep(PAUSE_MS)
      }
      return epoch - 1
    }
    const played = play()
    const headsBefore = await chain.client.getBlockNumber({ cacheTime: 0 })
    await killRepeatedly(() => startGameProcess(chain, database.url), KILLS, duringWrite)
    playing.abort()
    const rounds = await played
    expect(await chain.client.getBlockNumber({ cacheTime: 0 })).toBeGreaterThan(headsBefore)

    const game = await startGameService(chain, database.url)
    try {
      const { bets, strikes, claims } = await expectEqualToRebuild(chain, database.db)
      expect([bets.length, strikes.length]).toEqual([rounds * 4, rounds])
      expect(claims).toHaveLength((rounds - 1) * 2)
    } finally {
      await game.stop()
    }
  })
})
