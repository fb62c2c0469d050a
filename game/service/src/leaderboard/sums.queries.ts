import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { type MarketTables, nameIn } from '../db/market-tables.ts'
import type { LeaderboardFilter, Ranking, RankingFilter } from './ranking-filter.ts'
import type { RankRow, SumsRow } from './standing.ts'

/** Place in a ranking, the lowest first: the same as the indexes of `standings` have. */
const PLACES: Readonly<Record<Ranking, RawBuilder<unknown>>> = {
  net_results: sql`-net_results`,
  win_percent: sql`-((won_rounds * 20000 + rounds) / (rounds * 2))`,
  total_rounds: sql`-rounds`,
  total_position: sql`-total_position`,
}

/** Selects the first accounts of a ranking from the sums of every account. */
export function leadersBySums(
  markets: readonly MarketTables[],
  filter: LeaderboardFilter,
): RawBuilder<SumsRow> {
  return sql`
    select * from (${sumsOf(markets, filter)}) sums where rounds >= ${filter.minimumRounds}
    order by ${PLACES[filter.rankBy]}, account limit ${filter.limit}`
}

/** Counts the ranked accounts and those before one of them in the sums of every account. */
export function rankBySums(
  markets: readonly MarketTables[],
  filter: RankingFilter,
  account: Buffer | null,
): RawBuilder<RankRow> {
  return sql`
    with sums as materialized (
      select *, ${PLACES[filter.rankBy]} as place, rounds >= ${filter.minimumRounds} as is_ranked
      from (${sumsOf(markets, filter)}) sums
    )
    select ranked.players, case when own.is_ranked then ranked.before end as before,
      own.account, own.rounds, own.won_rounds, own.net_results, own.total_position
    from (select) one
    left join (select * from sums where account = ${account}) own on true
    cross join lateral (
      select count(*) as players, count(*) filter (where (s.place, s.account) < (own.place, own.account)) as before
      from sums s where s.is_ranked
    ) ranked`
}

/**
 * Selects the sums of every account over the markets: the kept sums, and the rounds that they lack. Rounds of an
 * account fit into int4, whose sums take less time.
 */
function sumsOf(
  markets: readonly MarketTables[],
  { window, fromEpochs }: RankingFilter,
): RawBuilder<unknown> {
  const columns = sql`account, rounds, won_rounds, net_results, total_position`
  const parts = markets.map(
    (market, index) => sql`
      select ${columns} from ${nameIn(market, 'standings')} where span = ${window}
      union all
      select ${columns} from ${nameIn(market, 'market_moved_since')}(${window}, ${Number(fromEpochs[index])})`,
  )
  return sql`
    select account, sum(rounds::int4) as rounds, sum(won_rounds::int4) as won_rounds,
      sum(net_results) as net_results, sum(total_position) as total_position
    from (${sql.join(parts, sql` union all `)}) parts group by account having sum(rounds::int4) > 0`
}
