import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Above every epoch and block. */
const NEVER = sql.lit(Number.MAX_SAFE_INTEGER)

// How the rounds that no reorg can reach were divided: the view computes that of every round before it joins one bet.
const TABLE = sql`create table final_rounds (
  epoch int8 primary key,
  winner int4 not null,
  winning_amount numeric not null,
  reward_amount numeric not null,
  losing_amount numeric not null,
  returned_amount numeric not null
)`

// Dynamic SQL is planned at each call: a cached plan for empty tables would be slow after a backfill.
const KEEP_FINAL_ROUNDS = sql`
  create function keep_final_rounds(epochs int8[]) returns void language plpgsql as $$
  begin
    execute $query$
      insert into final_rounds
      select epoch, winner, winning_amount, reward_amount, losing_amount, returned_amount
      from decided_rounds where epoch = any($1)
      on conflict do nothing
    $query$ using epochs;
  end $$`

/** @param then - Statements after those that add up the rounds `decided`. */
export const addStandings = (then = sql``) => sql`
  create or replace function add_standings(after int8, up_to int8) returns void language plpgsql as $$
  declare decided int8[] := epochs_decided(after, up_to);
  begin
    if cardinality(decided) = 0 then return; end if;
    perform keep_final_rounds(decided);
    perform add_to_span(s.span, array(select e from unnest(decided) e where e >= s.from_epoch))
      from standing_spans s;
    perform add_to_days(decided);
    ${then}
  end $$`

// Calls what migration 0028 named so.
const UNDO_STANDINGS = [
  sql`alter function undo_standings(int8) rename to undo_sums`,
  sql`create function undo_standings(base int8) returns void language plpgsql as $$
  begin
    perform undo_sums(base);
    delete from final_rounds where epoch = any(epochs_decided(base, (select min(number) from blocks)));
  end $$`,
]

/** @param tables - More tables of what is kept of final rounds. */
export const emptyStandings = (tables = sql``) => sql`
  create or replace function empty_standings() returns trigger language plpgsql as $$
  begin
    truncate standings, day_standings, final_rounds${tables};
    update standing_spans set from_epoch = ${NEVER} where span <> 'all';
    return null;
  end $$`

// Reads the tables of the schema it was created in: so does the view below, whichever market reads it.
const NEWER_EPOCHS = sql`
  create or replace function newer_epochs() returns int8[] language sql stable set search_path from current as $$
    select epochs_decided((select coalesce(min(number), -1) from blocks), ${NEVER})
  $$`

/** Columns of a bet `b` on a decided round `r`. */
export const BET_COLUMNS = sql`
  b.account, b.epoch, b.amount, b.position = r.winner as is_win,
  case when b.position = r.winner then div(b.amount * r.reward_amount, r.winning_amount)
    when r.returned_amount > 0 then div(b.amount * r.returned_amount, r.losing_amount)
    else 0 end as payout,
  b.placed_at`

const DECIDED_BETS = sql`
  create or replace view decided_bets as
  with newer as materialized (select * from decided_rounds where epoch = any(newer_epochs()))
  select ${BET_COLUMNS} from bets b join final_rounds r on r.epoch = b.epoch
  union all
  select ${BET_COLUMNS} from newer r join bets b on b.epoch = r.epoch`

/** Sets `first_day` to the day of the round `since`, and `next_day` to the first round after that day. */
export const FIND_WHOLE_DAYS = sql`select * into m from market;
    if m.has_days and m.interval_seconds > 0 then
      first_day := (m.genesis_timestamp + (since + 1) * m.interval_seconds) / 86400;
      next_day := ceil(((first_day + 1) * 86400::int8 - m.genesis_timestamp)::numeric / m.interval_seconds) - 1;
    end if;`

// Days after that of the first round are whole. Of that day, and of what is not final, bets are added up. Rounds of a
// 'pancake-v2' market follow its events: their days cannot be computed from their numbers.
const ACCOUNT_TOTALS_SINCE = sql`
  create function account_totals_since(who bytea, since int8) returns table (
    won_rounds int8, lost_rounds int8, total_won numeric, total_lost numeric, total_position numeric, best numeric[]
  ) language plpgsql stable as $$
  declare
    m market;
    first_day int4;
    next_day int8;
    newer int8[] := newer_epochs();
  begin
    ${FIND_WHOLE_DAYS}
    return query execute $query$
      select coalesce(sum(p.won), 0)::int8, coalesce(sum(p.rounds - p.won), 0)::int8,
        coalesce(sum(p.total_won), 0), coalesce(sum(p.total_won - p.net_results), 0),
        coalesce(sum(p.total_position), 0), max(p.best)
      from (
        select rounds, won_rounds as won, net_results, total_position, total_won, best
        from day_standings where account = $1 and day > $4
        union all
        select 1, is_win::int4, payout - amount, amount, case when is_win then payout - amount else 0 end,
          case when is_win then array[payout - amount, -epoch, amount, payout] end
        from decided_bets where account = $1 and epoch >= $2 and (epoch < $5 or epoch = any($3))
      ) p
    $query$ using who, since, newer, first_day, coalesce(next_day, ${NEVER});
  end $$`

/** Keeps how final rounds were divided, so that an account's bets are read without dividing every round. */
export const finalRoundsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    const functions = [KEEP_FINAL_ROUNDS, addStandings(), ...UNDO_STANDINGS, emptyStandings()]
    const queries = [NEWER_EPOCHS, DECIDED_BETS, ACCOUNT_TOTALS_SINCE]
    for (const statement of [TABLE, ...functions, ...queries]) await statement.execute(db)
    await sql`select keep_final_rounds(epochs_final(0, ${NEVER}))`.execute(db)
  },
}
