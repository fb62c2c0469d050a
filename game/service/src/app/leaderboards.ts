import { WindowField } from '@bullring/game-api/leaderboard'
import { errorSummary } from '@bullring/server/error-summary'
import { clientIp } from '@bullring/server/http/client-ip'
import { CallerQueues } from '@bullring/server/limits/caller-queues'
import { LoadShedder } from '@bullring/server/limits/load-shedder'
import { ALL_MARKETS } from '@bullring/wire/fields'
import type { Logger } from 'pino'
import type { MarketTables } from '../db/market-tables.ts'
import type { Database } from '../db/open-database.ts'
import { cacheLeaders } from '../leaderboard/cache-leaders.ts'
import { HeldSums } from '../leaderboard/held-sums.ts'
import type { LeaderboardDeps, LeaderboardOptions } from '../leaderboard/leaderboard.operations.ts'
import { findLeaders, findRank } from '../leaderboard/leaderboard.queries.ts'
import { prepareRankings } from '../leaderboard/prepare-rankings.ts'
import { findDaysBetween, findMoves } from '../leaderboard/ranking-moves.queries.ts'
import { dayOf, findSpan } from '../leaderboard/ranking-span.ts'
import { findSums } from '../leaderboard/ranking-sums.queries.ts'
import { RequestedSpans, type SpanRequest } from '../leaderboard/requested-spans.ts'
import { findLeft, findSettled } from '../leaderboard/settled-rounds.queries.ts'
import type { BySelection } from '../market/by-symbol.ts'
import type { Metrics } from '../metrics/create-metrics.ts'
import { combineVersions } from './index-versions.ts'
import type { Loop } from './loop.ts'
import type { MarketView } from './market-runtime.ts'
import type { Markets, SelectedMarkets } from './markets.ts'

type Leaderboard = LeaderboardDeps & Pick<HeldSums, 'prepare'>

/** Leaderboards of each market and of all, as a process reads them. */
export type Leaderboards = {
  select: BySelection<Leaderboard>
  requested: RequestedSpans
  readDays: NonNullable<LeaderboardOptions['readDays']>
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
  // Each takes up to a second of the database.
  const rankings = new LoadShedder({
    concurrent: 1,
    onShed: (reason) => reads.shed('rankings', reason),
  })
  const select = bySelection<Leaderboard>((markets) => {
    const { db, tables } = tablesOf(markets, shared)
    const { settled } = combineVersions(() => markets)
    const { find, prepare } = new HeldSums(
      {
        findSums: (span) => rankings.run(() => findSums(db, tables, span)),
        findSettled: (positions) => findSettled(db, tables, positions),
        findLeft: (span, read) => findLeft(db, tables, span, read),
        findMoves: (span, read) => findMoves(db, tables, span, read),
        findDaysBetween: (span, read) =>
          rankings.run(() => findDaysBetween(db, tables, span, read)),
      },
      settled,
    )
    return {
      prepare,
      markets: markets.map(({ market, now }) => ({ clock: market.clock, now })),
      findLeaders: cacheLeaders((filter) => findLeaders(db, tables, filter, find), settled),
      findRank: (filter) => findRank(db, tables, filter, find),
    }
  })
  const days = new CallerQueues()
  return {
    select,
    requested: new RequestedSpans(),
    readDays: (c, read) => days.run(clientIp(c, proxies), read),
  }
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

/** Holds ready what was requested lately, and with less urgency all windows over all markets. */
export function leaderboardLoop(
  {
    select,
    requested,
  }: {
    select: BySelection<Pick<Leaderboard, 'prepare' | 'markets'>>
    requested: Pick<RequestedSpans, 'recent'>
  },
  {
    slots,
    open,
  }: {
    slots: readonly unknown[]
    open: () => readonly Pick<MarketView, 'versions' | 'now'>[]
  },
  log: Pick<Logger, 'debug'>,
): Loop {
  const windows = WindowField.options.map((window) => ({ symbol: ALL_MARKETS, window }))
  const others = slots.length > 1 ? windows : []
  const { settled } = combineVersions(open)
  const prepare = async (request: SpanRequest) => {
    const { selected, missing } = select(request.symbol)
    // Sums over some of the markets are read when they are requested: soon there may be others.
    if (missing.length === 0) await selected.prepare(await findSpan(selected.markets, request))
  }
  const deps = {
    ...{ requests: () => requested.recent(), others },
    prepare,
    version: () => {
      const version = settled()
      return version && `${version} ${dayOf(open())}`
    },
    onFailure: (error: unknown) =>
      log.debug({ error: errorSummary(error) }, 'leaderboard not prepared'),
  }
  return (signal) => prepareRankings(deps, signal)
}
