import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

// Per account, the sums over all rounds decided in blocks that no reorg can undo: the oldest kept block
// and those before it. Summing a million bets at query time took seconds. Values only grow; newer rounds
// are added at query time. A deeper reorg empties all tables, including this one. The trigger fires when
// old blocks are dropped.
const TABLE = sql`create table standings (
  account bytea primary key,
  rounds int8 not null,
  won_rounds int8 not null,
  net_results numeric not null,
  total_position numeric not null
)`

/** A round is decided by the later of its two strikes; its bets and its fee are older. */
const EPOCHS_DECIDED = sql`
  create function epochs_decided(after int8, up_to int8) returns int8[] language sql stable as $$
    with struck as (select epoch from strikes where block_number > after and block_number <= up_to)
    select array(
      select l.epoch
      from (select epoch from struck union select epoch - 1 from struck) e
      join strikes l on l.epoch = e.epoch
      join strikes c on c.epoch = e.epoch + 1
      where greatest(l.block_number, c.block_number) <= up_to)
  $$`

// Like the view decided_bets, but computes each round's reward once, not for each bet. Dynamic SQL is
// planned at each call: a cached plan for empty tables would be slow after a backfill.
const STANDINGS_OF = sql`
  create function standings_of(epochs int8[]) returns setof standings language plpgsql stable as $$
  begin
    return query execute $query$
      with r as materialized (select * from decided_rounds where epoch = any($1))
      select b.account, count(*), count(*) filter (where b.position = r.winner),
        sum(case when b.position = r.winner
          then div(b.amount * r.reward_amount, r.winning_amount) else 0 end - b.amount),
        sum(b.amount)
      from r join bets b on b.epoch = r.epoch group by b.account
    $query$ using epochs;
  end $$`

const ADD_STANDINGS = sql`
  create function add_standings(after int8, up_to int8) returns void language sql as $$
    insert into standings select * from standings_of(epochs_decided(after, up_to))
    on conflict (account) do update set
      rounds = standings.rounds + excluded.rounds,
      won_rounds = standings.won_rounds + excluded.won_rounds,
      net_results = standings.net_results + excluded.net_results,
      total_position = standings.total_position + excluded.total_position
  $$`

// Undoing a reorg deletes the newest blocks: nothing to add then.
const KEEP_STANDINGS = sql`
  create function keep_standings() returns trigger language plpgsql as $$
  declare
    oldest int8 := (select min(number) from blocks);
    oldest_before int8 := (select min(number) from removed);
  begin
    if oldest_before < oldest then perform add_standings(oldest_before, oldest); end if;
    return null;
  end $$`

const EMPTY_STANDINGS = sql`
  create function empty_standings() returns trigger language plpgsql as $$
  begin
    truncate standings;
    return null;
  end $$`

const TRIGGERS = [
  sql`create trigger keep_standings after delete on blocks referencing old table as removed
    for each statement execute function keep_standings()`,
  sql`create trigger empty_standings after truncate on bets
    for each statement execute function empty_standings()`,
]

/** Adds the sums behind the all-time leaderboard. */
export const standingsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    const functions = [EPOCHS_DECIDED, STANDINGS_OF, ADD_STANDINGS, KEEP_STANDINGS, EMPTY_STANDINGS]
    for (const statement of [TABLE, ...functions, ...TRIGGERS]) await statement.execute(db)
    await sql`select add_standings(-1, (select min(number) from blocks))`.execute(db)
  },
}
