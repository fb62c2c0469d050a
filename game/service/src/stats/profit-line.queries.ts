import { type Epoch, toEpoch, toUnixSeconds, type UnixSeconds } from '@bullring/prediction/units'
import { toBytes } from '@bullring/server/db/bytes'
import { type RawBuilder, sql } from 'kysely'
import type { Address } from 'viem'
import { type MarketTables, nameIn } from '../db/market-tables.ts'
import type { Database } from '../db/open-database.ts'

export type ProfitFilter = {
  account: Address
  /** First round of the window in each market. */
  fromEpochs: readonly Epoch[]
  /** Maximum number of points, at least 4. */
  maxPoints: number
}

/** Sum in wei after `rounds` decided bets, the last of them on `epoch`. */
type ProfitPoint = {
  symbol: string
  epoch: Epoch
  placedAt: UnixSeconds
  rounds: number
  netResults: bigint
}

/** The growing sum of an account's decided bets in the order they were placed, and its streaks; a lost one is negative. */
export type ProfitLine = {
  points: ProfitPoint[]
  currentStreak: number
  longestWins: number
  longestLosses: number
}

type PointRow = { symbol: string; epoch: number; placed_at: number; rounds: number; net: bigint }

type LineRow = {
  current_streak: number
  longest_wins: number
  longest_losses: number
} & (PointRow | { symbol: null })

/**
 * Draws the line of an account: the first and the last of its decided bets, and the lowest and the highest sum of each of
 * as many slots as `maxPoints` allows. Bets that were dropped count in every sum, but no point and no streak shows them.
 */
export async function findProfitLine(
  db: Database,
  markets: readonly MarketTables[],
  { account, fromEpochs, maxPoints }: ProfitFilter,
): Promise<ProfitLine> {
  const spans = markets.map((market, index) => ({ market, from: Number(fromEpochs[index]) }))
  const { rows } = await lineOf(spans, toBytes(account), maxPoints).execute(db)
  const [first] = rows
  return {
    points: rows.flatMap((row) => (row.symbol === null ? [] : [toPoint(row)])),
    currentStreak: first?.current_streak ?? 0,
    longestWins: first?.longest_wins ?? 0,
    longestLosses: first?.longest_losses ?? 0,
  }
}

function toPoint({ symbol, epoch, placed_at, rounds, net }: PointRow): ProfitPoint {
  return {
    symbol,
    epoch: toEpoch(epoch),
    placedAt: toUnixSeconds(placed_at),
    rounds,
    netResults: net,
  }
}

type MarketSpan = { market: MarketTables; from: number }

/** Selects the points in order, each with the streaks; a row without a point where there is none. */
function lineOf(
  spans: readonly MarketSpan[],
  account: Buffer,
  maxPoints: number,
): RawBuilder<LineRow> {
  // Each slot has two points, beside the first and the last bet.
  const slots = Math.floor((maxPoints - 2) / 2)
  return sql<LineRow>`
    with dropped as materialized (${droppedOf(spans, account)}),
    results as materialized (
      select *, row_number() over placed as place, sum(profit) over placed as sum, count(*) over () as total
      from (${resultsOf(spans, account)}) results
      window placed as (order by placed_at, symbol, epoch rows unbounded preceding)
    ),
    in_slots as (select *, (place - 1) * ${slots}::int8 / total as slot from results),
    shown as (
      select place from results where place = 1 or place = total
      union
      (select distinct on (slot) place from in_slots order by slot, sum, place)
      union
      (select distinct on (slot) place from in_slots order by slot, sum desc, place)
    ),
    streaks as (
      select is_win, count(*) as length, max(place) as last from (
        select *, place - row_number() over (partition by is_win order by place) as streak from results
      ) numbered group by is_win, streak
    )
    select s.*, r.symbol, r.epoch, r.placed_at, (d.rounds + r.place)::int8 as rounds, d.net + r.sum as net
    from dropped d, (
      select
        coalesce((array_agg(case when is_win then length else -length end order by last desc))[1], 0) as current_streak,
        coalesce(max(length) filter (where is_win), 0) as longest_wins,
        coalesce(max(length) filter (where not is_win), 0) as longest_losses
      from streaks
    ) s left join (results r join shown using (place)) on true
    order by r.place`
}

function resultsOf(spans: readonly MarketSpan[], account: Buffer): RawBuilder<unknown> {
  const ofMarkets = spans.map(
    ({ market, from }) => sql`
      select ${market.symbol}::text collate "C" as symbol, *
      from ${nameIn(market, 'results_of')}(${account}, ${from})`,
  )
  return sql.join(ofMarkets, sql` union all `)
}

/** Only windows of all time begin before the bets that may have been dropped. */
function droppedOf(spans: readonly MarketSpan[], account: Buffer): RawBuilder<unknown> {
  const ofMarkets = spans.map(({ market, from }) =>
    from > 1
      ? sql`select 0 as rounds, 0 as net_results`
      : sql`select * from ${nameIn(market, 'dropped_totals')}(${account})`,
  )
  return sql`
    select sum(rounds)::int8 as rounds, sum(net_results) as net
    from (${sql.join(ofMarkets, sql` union all `)}) dropped`
}
