import { toEpoch } from '@bullring/prediction/units'
import { sql } from 'kysely'
import { openDatabase } from '../src/db/open-database.ts'
import { findLeaders } from '../src/leaderboard/leaderboard.queries.ts'
import type { Window } from '../src/market/windows.ts'
import { measureBackfill } from './backfill.ts'
import type { BenchDatabases } from './bench-database.ts'
import { printLine, quantile, report } from './report.ts'

const BETS = 1_000_000
const TURNS = 15
const TARGET_MS = 20
const LIMIT = 100
/** First epochs of windows over a thousand rounds of a thousand bets. */
const STARTS = { all: 1, week: 100, day: 700 } as const

/** Measures the leaderboard queries without their caches. */
export async function benchLeaderboard(databases: BenchDatabases): Promise<void> {
  const url = await databases.create('leaderboard')
  await measureBackfill(url, BETS)
  const db = openDatabase(url, () => undefined)
  try {
    const measure = async (window: Window) => {
      const times: number[] = []
      for (let turn = 0; turn < TURNS; turn += 1) {
        const startMs = performance.now()
        const fromEpoch = toEpoch(STARTS[window])
        const leaders = await findLeaders(db, {
          ...{ window, fromEpoch, limit: LIMIT },
          rankBy: 'net_results',
          minimumRounds: 1,
        })
        if (leaders.length !== LIMIT) throw new Error(`${leaders.length} leaders`)
        times.push(performance.now() - startMs)
      }
      return quantile(times, 0.5)
    }
    printLine(`a week without kept sums: ${Math.round(await measure('week'))} ms`)
    for (const window of ['day', 'week'] as const) {
      await sql`select move_span(${window}, ${STARTS[window] - 1})`.execute(db)
    }
    for (const window of ['day', 'week', 'all'] as const) {
      report({
        what: `leaderboard, ${window}, over ${BETS} bets`,
        unit: 'ms',
        target: TARGET_MS,
        bound: 'at most',
        reached: await measure(window),
      })
    }
  } finally {
    await db.destroy()
  }
}
