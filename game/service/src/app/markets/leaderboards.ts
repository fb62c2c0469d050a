import { clientIp } from '@bullring/server/http/client-ip'
import { CallerQueues } from '@bullring/server/limits/caller-queues'
import { LoadShedder } from '@bullring/server/limits/load-shedder'
import type { MarketTables } from '../../db/market-tables.ts'
import type { Database } from '../../db/open-database.ts'
import type { Selected } from '../../http/missing-markets.ts'
import { cacheLeaders } from '../../leaderboard/cache-leaders.ts'
import type {
  LeaderboardDeps,
  LeaderboardOptions,
} from '../../leaderboard/leaderboard.operations.ts'
import { findLeaders, findRank } from '../../leaderboard/leaderboard.queries.ts'
import type { Metrics } from '../../metrics/create-metrics.ts'
import type { ViewName } from '../reads/read-source.ts'
import { combineVersions } from './index-versions.ts'
import type { Markets, SelectedMarkets } from './markets.ts'

/** Leaderboards of each market and of all, as a process reads them. */
export type Leaderboards = {
  select: (symbol: string) => Selected<LeaderboardDeps>
  readAll: NonNullable<LeaderboardOptions['readAll']>
}

export type LeaderboardsDeps = {
  markets: Pick<Markets, 'select'>
  /** View to read; only the usual one is cached. */
  view: ViewName
  /** Database of reads over several markets. */
  shared: Database
  metrics: Pick<Metrics, 'reads'>
  /** Number of proxies between visitors and this process. */
  proxies: number
}

export function createLeaderboards({
  markets,
  view,
  shared,
  metrics: { reads },
  proxies,
}: LeaderboardsDeps): Leaderboards {
  // Each may take up to a second of the database.
  const rankings = new LoadShedder({
    concurrent: 1,
    onShed: (reason) => reads.shed('rankings', reason),
  })
  const createBoards = (selected: SelectedMarkets): LeaderboardDeps => {
    const { db, tables } = tablesOf(selected, view, shared)
    const run = <result>(read: () => Promise<result>) =>
      selected.length > 1 ? rankings.run(read) : read()
    const { settled } = combineVersions(() => selected)
    return {
      markets: selected.map(({ reads: { [view]: market } }) => ({
        clock: market.rounds.clock,
        now: market.now,
      })),
      findLeaders: cacheLeaders(
        (filter) => run(() => findLeaders(db, tables, filter)),
        view === 'usual' ? settled : () => null,
      ),
      findRank: (filter) => run(() => findRank(db, tables, filter)),
    }
  }
  const callers = new CallerQueues()
  return {
    select: remember(markets, createBoards),
    readAll: (c, read) => callers.run(clientIp(c, proxies), read),
  }
}

/** Creates again when other markets can respond than before. */
function remember<deps>(
  { select }: Pick<Markets, 'select'>,
  create: (markets: SelectedMarkets) => deps,
): (symbol: string) => Selected<deps> {
  const created = new Map<string, { markets: SelectedMarkets; selected: deps }>()
  return (symbol) => {
    const { markets, missing } = select(symbol)
    const last = created.get(symbol)
    const isSame =
      last?.markets.length === markets.length &&
      markets.every((market, index) => market === last.markets[index])
    if (last !== undefined && isSame) return { selected: last.selected, missing }
    const selected = create(markets)
    created.set(symbol, { markets, selected })
    return { selected, missing }
  }
}

/** Returns the tables of the markets, and their database: one market has its own connections. */
export function tablesOf(
  markets: SelectedMarkets,
  view: ViewName,
  shared: Database,
): { db: Database; tables: readonly MarketTables[] } {
  const [only] = markets
  if (markets.length === 1) {
    return { db: only.reads[view].db, tables: [{ symbol: only.config.symbol, schema: null }] }
  }
  return { db: shared, tables: markets.map(({ config }) => config) }
}
