import { toEpoch } from '@bullring/prediction/units'
import { printLine, quantile, report } from '@bullring/stack/bench/report'
import { sql } from 'kysely'
import type { Address } from 'viem'
import { numberToHex } from 'viem'
import type { Database } from '../../src/db/open-database.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { findLeaders, findRank } from '../../src/leaderboard/leaderboard.queries.ts'
import { MINIMUM_ROUNDS } from '../../src/leaderboard/minimum-rounds.ts'
import type { Ranking } from '../../src/leaderboard/ranking-filter.ts'
import type { Window } from '../../src/market/windows.ts'
import { ONLY_TABLES } from '../../src/testing/database/only-market.ts'
import { measureBackfill } from '../backfill/memory-backfill.ts'
import type { BenchDatabases } from '../bench-database.ts'

const BETS = 1_000_000
const TURNS = 15
const TARGET_MS = 20
const LIMIT = 100
/** First epochs of windows over a thousand rounds of a thousand bets. */
const STARTS = { all: 1, month: 50, week: 100, day: 700 } as const
/** A PancakePredictionV2 market has tens of thousands of accounts. */
const ACCOUNTS = [20_000, 200_000, 500_000]
const RANKINGS: readonly Ranking[] = [
  'net_results',
  'win_percent',
  'total_rounds',
  'total_position',
]

/** Measures the leaderboard queries without their caches. */
export async function benchLeaderboard(databases: BenchDatabases): Promise<void> {
  const url = await databases.create('leaderboard')
  const { eventsPerSecond } = await measureBackfill(url, BETS)
  printLine(`backfill of ${BETS} bets: ${Math.round(eventsPerSecond)} events/s`)
  const db = openDatabase(url, () => undefined)
  try {
    printLine(`a week without kept sums: ${Math.round(await measure(db, 'week'))} ms`)
    for (const window of ['day', 'week'] as const) {
      // Each step moves a window by a part.
      for (let turn = 0; turn < 5; turn += 1) {
        await sql`select move_window(${window}, ${STARTS[window] - 1})`.execute(db)
      }
    }
    for (const window of ['day', 'week', 'all'] as const) {
      reportTime(`leaderboard, ${window}, over ${BETS} bets`, await measure(db, window))
    }
    for (const accounts of ACCOUNTS) {
      await addAccounts(db, accounts)
      for (const rankBy of RANKINGS) {
        const ms = await measure(db, 'all', rankBy)
        reportTime(`leaderboard, all, by ${rankBy}, ${accounts} accounts`, ms)
        const rankMs = await measureRank(db, accounts, rankBy)
        reportTime(`own rank, all, by ${rankBy}, ${accounts} accounts`, rankMs)
      }
    }
  } finally {
    await db.destroy()
  }
}

async function measure(
  db: Database,
  window: Window,
  rankBy: Ranking = 'net_results',
): Promise<number> {
  const times: number[] = []
  for (let turn = 0; turn < TURNS; turn += 1) {
    const startMs = performance.now()
    const leaders = await findLeaders(db, ONLY_TABLES, {
      window,
      rankBy,
      fromEpochs: [toEpoch(STARTS[window])],
      limit: LIMIT,
      minimumRounds: rankBy === 'win_percent' ? MINIMUM_ROUNDS : 1,
    })
    if (leaders.length !== LIMIT) throw new Error(`${leaders.length} leaders`)
    times.push(performance.now() - startMs)
  }
  return quantile(times, 0.5)
}

/** Looks up accounts from the first to the last of `addAccounts`. */
async function measureRank(db: Database, accounts: number, rankBy: Ranking): Promise<number> {
  const times: number[] = []
  for (let turn = 0; turn < TURNS; turn += 1) {
    const account = accountNumber(Math.ceil((accounts * (turn + 0.5)) / TURNS))
    const startMs = performance.now()
    const { own } = await findRank(db, ONLY_TABLES, {
      window: 'all',
      rankBy,
      fromEpochs: [toEpoch(STARTS.all)],
      account,
      minimumRounds: rankBy === 'win_percent' ? MINIMUM_ROUNDS : 1,
    })
    if (own === null) throw new Error(`${account} has no standing`)
    times.push(performance.now() - startMs)
  }
  return quantile(times, 0.5)
}

const FIRST_ACCOUNT = 100_000

const accountNumber = (number: number): Address => numberToHex(FIRST_ACCOUNT + number, { size: 20 })

/** Fills the sums up to this number of accounts: most of them played a few rounds. */
async function addAccounts(db: Database, total: number): Promise<void> {
  await sql`insert into standings
    select 'all', decode(lpad(to_hex(n + ${FIRST_ACCOUNT}::int8), 40, '0'), 'hex'), rounds,
      (rounds * random())::int8, ((random() - 0.5) * 1e18)::numeric(40, 0),
      (rounds * random() * 1e17)::numeric(40, 0)
    from generate_series(1, ${total}::int8) n, lateral (
      select ceil(1 / (random() + n * 1e-12 + 0.001))::int8 as rounds
    ) r
    on conflict do nothing`.execute(db)
  await sql`analyze standings`.execute(db)
}

function reportTime(what: string, reached: number): void {
  report({ what, unit: 'ms', target: TARGET_MS, bound: 'at most', reached })
}
