import { openDatabase } from '../src/db/open-database.ts'
import { findLeaders } from '../src/leaderboard/leaderboard.queries.ts'
import { bullringStandings } from '../src/market/bullring-standings.ts'
import { measureBackfill } from './backfill.ts'
import type { BenchDatabases } from './bench-database.ts'
import { printLine, quantile, report } from './report.ts'

const BETS = 1_000_000
const TURNS = 15
const TARGET_MS = 300
const LIMIT = 100

/** Measures the all-time leaderboard query without the response cache. */
export async function benchLeaderboard(databases: BenchDatabases): Promise<void> {
  const url = await databases.create('leaderboard')
  await measureBackfill(url, BETS)
  const db = openDatabase(url, () => undefined)
  try {
    const measure = async (fromEpoch: number) => {
      const times: number[] = []
      for (let turn = 0; turn < TURNS; turn += 1) {
        const startMs = performance.now()
        const leaders = await findLeaders(
          db,
          { standings: bullringStandings },
          { fromEpoch, rankBy: 'net_results', limit: LIMIT },
        )
        if (leaders.length !== LIMIT) throw new Error(`${leaders.length} leaders`)
        times.push(performance.now() - startMs)
      }
      return quantile(times, 0.5)
    }
    const all = await measure(1)
    report({
      what: `leaderboard of all time over ${BETS} bets`,
      unit: 'ms',
      target: TARGET_MS,
      bound: 'at most',
      reached: all,
    })
    printLine(`the same without stored sums: ${Math.round(await measure(2))} ms`)
  } finally {
    await db.destroy()
  }
}
