import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'

const FIRST_EPOCH = 1

/** Above every block number. */
const MAX_BLOCK = Number.MAX_SAFE_INTEGER

/** All rounds: the stored sums, and those of the rounds decided since. */
const ALL_TIME = sql`
  select account, sum(rounds)::int8 as rounds, sum(won_rounds)::int8 as won_rounds,
    sum(net_results) as net_results, sum(total_position) as total_position
  from (
    select * from standings
    union all
    select * from standings_of(
      epochs_decided((select coalesce(min(number), -1) from blocks), ${sql.lit(MAX_BLOCK)}))
  ) parts group by account`

/** @see RoundRules.standings */
export function bullringStandings(fromEpoch: number): RawBuilder<unknown> {
  return fromEpoch <= FIRST_EPOCH
    ? ALL_TIME
    : sql`select * from standings_of(
        array(select epoch from strikes where epoch >= ${fromEpoch}))`
}
