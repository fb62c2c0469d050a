import type { Epoch, UnixSeconds } from '@bullring/prediction/units'
import { toEpoch, toUnixSeconds } from '@bullring/prediction/units'
import { toBytes } from '@bullring/server/db/bytes'
import { sql } from 'kysely'
import type { Address } from 'viem'
import { type MarketTables, nameIn } from '../db/market-tables.ts'
import type { Database } from '../db/open-database.ts'

export type ProfitFilter = {
  account: Address
  /** First round of the window in each market. */
  fromEpochs: readonly Epoch[]
  /** At least 4. */
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

type LineRow = {
  /** Market, epoch, time of the bet, number of bets, and the sum as text: JSON numbers cannot hold it. */
  points: [string, number, number, number, string][]
  current_streak: number
  longest_wins: number
  longest_losses: number
}

/**
 * Reads an account's bets in each market once, by the primary key, however many points are asked for. Bets that were dropped
 * count in every sum, but no point and no streak shows them.
 */
export async function findProfitLine(
  db: Database,
  markets: readonly MarketTables[],
  { account, fromEpochs, maxPoints }: ProfitFilter,
): Promise<ProfitLine> {
  // Each slot contributes its lowest and its highest sum; the first and the last bet come on top.
  const slots = Math.floor((maxPoints - 2) / 2)
  const decided = markets.map(
    (market, index) => sql`
      select ${market.symbol}::text as symbol, epoch, placed_at, is_win, payout - amount as result
      from ${nameIn(market, 'decided_bets')}
      where account = ${toBytes(account)} and epoch >= ${Number(fromEpochs[index])}`,
  )
  // All other windows begin after the bets that may have been dropped.
  const dropped = markets.flatMap((market, index) =>
    Number(fromEpochs[index]) > 1
      ? []
      : [sql`select * from ${nameIn(market, 'dropped_totals')}(${toBytes(account)})`],
  )
  const base =
    dropped.length === 0
      ? sql`select 0 as rounds, 0 as net_results`
      : sql.join(dropped, sql` union all `)
  const { rows } = await sql<LineRow>`
    with base as materialized (
      select sum(rounds)::int8 as rounds, sum(net_results) as net from (${base}) dropped
    ), own as materialized (
      select symbol, epoch, placed_at, is_win, row_number() over line as n,
        sum(result) over line as net, is_win is distinct from lag(is_win) over line as is_turn
      from (${sql.join(decided, sql` union all `)}) decided
      window line as (order by placed_at, symbol, epoch rows unbounded preceding)
    ), size as materialized (
      select count(*) as total from own
    ), streaks as materialized (
      select is_win, n, lead(n, 1, total + 1) over (order by n) - n as length from own, size where is_turn
    ), slots as materialized (
      select (n - 1) * ${slots}::int8 / total as slot, min(net) as low, max(net) as high
      from own, size group by 1
    ), extremes as (
      select own.*, total, row_number() over (partition by slot, net order by n) as place
      from size, own, slots
      where slot = (n - 1) * ${slots}::int8 / total and (net in (low, high) or n in (1, total))
    )
    select
      (select coalesce(json_agg(json_build_array(symbol, epoch, placed_at, n + base.rounds, (extremes.net + base.net)::text)
          order by n), '[]')
        from extremes, base where place = 1 or n in (1, total)) as points,
      coalesce((select case when is_win then length else -length end
        from streaks order by n desc limit 1), 0) as current_streak,
      coalesce((select max(length) from streaks where is_win), 0) as longest_wins,
      coalesce((select max(length) from streaks where not is_win), 0) as longest_losses`.execute(db)
  const [row] = rows
  if (row === undefined) throw new TypeError('a select without a table has one row')
  return {
    points: row.points.map(([symbol, epoch, placedAt, rounds, net]) => ({
      symbol,
      epoch: toEpoch(epoch),
      placedAt: toUnixSeconds(placedAt),
      rounds,
      netResults: BigInt(net),
    })),
    currentStreak: row.current_streak,
    longestWins: row.longest_wins,
    longestLosses: row.longest_losses,
  }
}
