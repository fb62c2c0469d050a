import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { BET_COLUMNS, FIND_WHOLE_DAYS } from './0036-final-rounds.ts'

/** Above every epoch and block. */
const NEVER = sql.lit(Number.MAX_SAFE_INTEGER)

// The planner runs it for its estimates, too. Most calls find nothing newer, and need no plan of what follows.
const NEWER_EPOCHS = sql`
  create or replace function newer_epochs() returns int8[] language plpgsql stable set search_path from current as $$
  declare first_block int8 := (select coalesce(min(number), -1) from blocks);
  begin
    if greatest((select max(block_number) from strikes), (select max(block_number) from round_ends)) > first_block then
      return epochs_decided(first_block, ${NEVER});
    end if;
    return '{}';
  end $$`

const SUMS = sql`
  won_rounds int8, lost_rounds int8, total_won numeric, total_lost numeric, total_position numeric, best numeric[]`

const BET_SUMS = sql`
  select 1, is_win::int4, payout - amount, amount, case when is_win then payout - amount else 0 end,
    case when is_win then array[payout - amount, -epoch, amount, payout] end`

// Without the view of decided bets, which reads all final rounds for one account. Only parts that have rows are planned.
const ACCOUNT_SUMS = sql`
  create function account_sums(who bytea, after_day int4, since int8, before int8, newer int8[])
  returns table (${SUMS}) language plpgsql stable as $$
  declare
    parts text := $part$
      select rounds, won_rounds as won, net_results, total_position, total_won, best
      from day_standings where account = $1 and day > $2 $part$;
  begin
    if since < before then parts := parts || $part$ union all ${BET_SUMS} from (
      select ${BET_COLUMNS} from bets b join final_rounds r on r.epoch = b.epoch
      where b.account = $1 and b.epoch >= $3 and b.epoch < $4 and r.epoch >= $3 and r.epoch < $4) f $part$;
    end if;
    if cardinality(newer) > 0 then parts := parts || $part$ union all ${BET_SUMS} from (
      select ${BET_COLUMNS} from bets b join decided_rounds r on r.epoch = b.epoch
      where b.account = $1 and b.epoch >= $3 and b.epoch = any($5) and r.epoch = any($5)) n $part$;
    end if;
    return query execute $query$
      select coalesce(sum(p.won), 0)::int8, coalesce(sum(p.rounds - p.won), 0)::int8,
        coalesce(sum(p.total_won), 0), coalesce(sum(p.total_won - p.net_results), 0),
        coalesce(sum(p.total_position), 0), max(p.best)
      from ($query$ || parts || $query$) p $query$ using who, after_day, since, before, newer;
  end $$`

// Without kept sums, every bet is added up.
const ACCOUNT_TOTALS = sql`
  create or replace function account_totals(who bytea) returns table (${SUMS}) language plpgsql stable as $$
  declare is_kept bool := coalesce((select has_days from market), false);
  begin
    return query select * from account_sums(who, case when is_kept then -1 end, 0,
      case when is_kept then 0 else ${NEVER} end, newer_epochs());
  end $$`

// Days after that of the first round are whole. Of that day, and of what is not final, bets are added up. Rounds of a
// 'pancake-v2' market follow its events: their days cannot be computed from their numbers.
const ACCOUNT_TOTALS_SINCE = sql`
  create or replace function account_totals_since(who bytea, since int8) returns table (${SUMS})
  language plpgsql stable as $$
  declare
    m market;
    first_day int4;
    next_day int8;
  begin
    ${FIND_WHOLE_DAYS}
    return query select * from account_sums(who, first_day, since, coalesce(next_day, ${NEVER}), newer_epochs());
  end $$`

/** Adds up an account's bets with statements that read and plan only what they need. */
export const accountSumsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    const functions = [NEWER_EPOCHS, ACCOUNT_SUMS, ACCOUNT_TOTALS, ACCOUNT_TOTALS_SINCE]
    for (const statement of functions) await statement.execute(db)
  },
}
