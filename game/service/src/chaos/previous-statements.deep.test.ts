import { toEpoch } from '@bullring/prediction/units'
import { toBytes } from '@bullring/server/db/bytes'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { Address } from 'viem'
import { describe, expect, inject, test } from 'vitest'
import { migrate } from '../db/migrate.ts'
import type { Database } from '../db/open-database.ts'
import { findTotals } from '../stats/stats.queries.ts'
import { createPreviousDatabase } from '../testing/create-previous-database.ts'
import {
  anyRandomHistory,
  decidedBetsOf,
  HISTORY_ACCOUNTS,
  replaceHistory,
} from '../testing/random-history.ts'

const WINDOWS = ['all', 'week', 'day'] as const
const STARTS = [1, 4, 7] as const

/** The totals of an account, as code before migration 0028 reads them. */
async function previousTotals(db: Database, account: Address, since: number) {
  const { rows } = await sql<Record<string, number | bigint>>`
    select count(*) filter (where is_win) as won_rounds, count(*) filter (where not is_win) as lost_rounds,
      coalesce(sum(payout - amount) filter (where is_win), 0) as total_won,
      coalesce(sum(amount - payout) filter (where not is_win), 0) as total_lost,
      coalesce(sum(amount), 0) as total_position
    from decided_bets where account = ${toBytes(account)} and epoch >= ${since}`.execute(db)
  return rows[0]
}

/** What code before migration 0027 reads, by its statements. */
async function previousReads(db: Database) {
  const totals = STARTS.flatMap((since) =>
    HISTORY_ACCOUNTS.map((account) => previousTotals(db, account, since)),
  )
  const rankings = WINDOWS.map(async (window, index) => {
    const since = STARTS[index] ?? 1
    const leaders = await sql`
      select * from leading_standings(${window}, ${since}, 'net_results', 1, 10)`.execute(db)
    const sums =
      await sql`select * from standings_since(${window}, ${since}) order by account`.execute(db)
    const ranks = HISTORY_ACCOUNTS.map((account) =>
      sql`select * from ranked_standing(${window}, ${since}, 'total_position', ${toBytes(account)})`.execute(
        db,
      ),
    )
    return [leaders.rows, sums.rows, (await Promise.all(ranks)).map(({ rows }) => rows)]
  })
  return { totals: await Promise.all(totals), rankings: await Promise.all(rankings) }
}

/** Writes as code before migration 0027: it stores a block, drops those before it, and moves two windows. */
async function writeAsPrevious(db: Database, number: number, windowStart: number): Promise<void> {
  const block = { number, hash: Buffer.alloc(32), timestamp: 0 }
  await db.insertInto('blocks').values(block).execute()
  await db.deleteFrom('blocks').where('number', '<', number).execute()
  for (const window of ['day', 'week']) {
    await sql`select move_span(${window}, ${windowStart})`.execute(db)
  }
}

/** Whose windows gain rounds when they begin at 5, and lose some when they begin at 9. */
const anyHistory = anyRandomHistory.filter((history) => {
  const epochs = decidedBetsOf(history).map(({ epoch }) => epoch)
  return epochs.some((epoch) => epoch >= 5 && epoch < 9)
})

describe('statements of the previous version', () => {
  test('property: read and write the same on a migrated database, before and after it has sums by day', async () => {
    await fc.assert(
      fc.asyncProperty(anyHistory, async (history) => {
        const { db, url, drop } = await createPreviousDatabase(inject('postgresUrl'))
        await replaceHistory(db, history)
        const reads = await previousReads(db)
        await migrate(url)
        expect(await previousReads(db)).toEqual(reads)
        await writeAsPrevious(db, 20, 5)
        expect(await previousReads(db)).toEqual(reads)
        await sql`select keep_days(1000000, 14400)`.execute(db)
        await writeAsPrevious(db, 60, 9)
        expect(await previousReads(db)).toEqual(reads)
        const totals = STARTS.flatMap((since) =>
          HISTORY_ACCOUNTS.map((account) => findTotals(db, { account, fromEpoch: toEpoch(since) })),
        )
        expect(
          (await Promise.all(totals)).map(({ totalWon, totalLost }) => [totalWon, totalLost]),
        ).toEqual(reads.totals.map((row) => [row?.['total_won'], row?.['total_lost']]))
        await drop()
      }),
      { numRuns: inject('isDeep') ? 30 : 4 },
    )
  })
})
