import { clientIp } from '@bullring/server/http/client-ip'
import { CallerQueues } from '@bullring/server/limits/caller-queues'
import { LoadShedder } from '@bullring/server/limits/load-shedder'
import type { MarketTables } from '../../db/market-tables.ts'
import type { Database } from '../../db/open-database.ts'
import { cacheLeaders } from '../../leaderboard/cache-leaders.ts'
import type {
  LeaderboardDeps,
  LeaderboardOptions,
} from '../../leaderboard/leaderboard.operations.ts'
import { findLeaders, findRank } from '../../leaderboard/leaderboard.queries.ts'
import type { BySelection } from '../../market/by-symbol.ts'
import type { Metrics } from '../../metrics/create-metrics.ts'
import { combineVersions } from './index-versions.ts'
import type { Markets, SelectedMarkets } from './markets.ts'

/** Leaderboards of each market and of all, as a process reads them. */
export type Leaderboards = {
  select: BySelection<LeaderboardDeps>
  readAll: NonNullable<LeaderboardOptions['readAll']>
}

export type LeaderboardsDeps = {
  markets: Pick<Markets, 'bySelection'>
  /** Database of reads over several markets. */
  shared: Database
  metrics: Pick<Metrics, 'reads'>
  /** Number of proxies between visitors and this process. */
  proxies: number
}

export function createLeaderboards({
  markets: { bySelection },
  shared,
  metrics: { reads },
  proxies,
}: LeaderboardsDeps): Leaderboards {
  // Each may take up to a second of the database.
  const rankings = new LoadShedder({
    concurrent: 1,
    onShed: (reason) => reads.shed('rankings', reason),
  })
  const select = bySelection<LeaderboardDeps>((markets) => {
    const { db, tables } = tablesOf(markets, shared)
    const run = <result>(read: () => Promise<result>) =>
      markets.length > 1 ? rankings.run(read) : read()
    return {
      markets: markets.map(({ market, now }) => ({ clock: market.clock, now })),
      findLeaders: cacheLeaders(
        (filter) => run(() => findLeaders(db, tables, filter)),
        combineVersions(() => markets).settled,
      ),
      findRank: (filter) => run(() => findRank(db, tables, filter)),
    }
  })
  const callers = new CallerQueues()
  return { select, readAll: (c, read) => callers.run(clientIp(c, proxies), read) }
}

/** Where a query finds the tables of the markets: one market has its own connections. */
export function tablesOf(
  markets: SelectedMarkets,
  shared: Database,
): { db: Database; tables: readonly MarketTables[] } {
  const [only] = markets
  if (markets.length === 1) {
    return { db: only.db, tables: [{ symbol: only.marketConfig.symbol, schema: null }] }
  }
  return { db: shared, tables: markets.map(({ marketConfig }) => marketConfig) }
}
