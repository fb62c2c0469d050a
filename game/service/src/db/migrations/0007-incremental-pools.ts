import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

// Adds each new bet to the sums of its round, so that a bet costs the same whatever the round holds.
// Nothing here reads `bets`: the plan that the first call caches is right for every later one.
const ADD_TO_POOLS = sql`
  create function add_to_pools() returns trigger language plpgsql as $$
  begin
    insert into pools as kept
      select b.epoch,
        coalesce(sum(b.amount) filter (where b.position = 1), 0),
        coalesce(sum(b.amount) filter (where b.position = 2), 0),
        (array_agg(b.block_number order by b.block_number, b.log_index))[1],
        (array_agg(b.log_index order by b.block_number, b.log_index))[1]
      from changed b group by b.epoch
    on conflict (epoch) do update set
      bull_amount = kept.bull_amount + excluded.bull_amount,
      bear_amount = kept.bear_amount + excluded.bear_amount,
      (first_block, first_log) = (
        select case when is_older then excluded.first_block else kept.first_block end,
          case when is_older then excluded.first_log else kept.first_log end
        from (select (excluded.first_block, excluded.first_log)
          < (kept.first_block, kept.first_log) as is_older) place);
    return null;
  end $$`

// Bets are deleted by reorgs only. A round without bets has no row: stakes are never 0. The first bet is
// found in an index, by dynamic SQL, which is planned at each call.
const TAKE_FROM_POOLS = sql`
  create function take_from_pools() returns trigger language plpgsql as $$
  begin
    update pools p set bull_amount = p.bull_amount - gone.bull, bear_amount = p.bear_amount - gone.bear
      from (
        select b.epoch, coalesce(sum(b.amount) filter (where b.position = 1), 0) as bull,
          coalesce(sum(b.amount) filter (where b.position = 2), 0) as bear
        from changed b group by b.epoch
      ) gone where p.epoch = gone.epoch;
    delete from pools where bull_amount = 0 and bear_amount = 0
      and epoch in (select epoch from changed);
    execute $query$
      update pools p set (first_block, first_log) = (
        select b.block_number, b.log_index from bets b where b.epoch = p.epoch
        order by b.block_number, b.log_index limit 1)
      where p.epoch = any($1)
    $query$ using array(select distinct epoch from changed);
    return null;
  end $$`

const TRIGGERS = [
  sql`drop trigger derive_pools_insert on bets`,
  sql`drop trigger derive_pools_delete on bets`,
  sql`drop function derive_pools`,
  sql`create trigger add_to_pools after insert on bets referencing new table as changed
    for each statement execute function add_to_pools()`,
  sql`create trigger take_from_pools after delete on bets referencing old table as changed
    for each statement execute function take_from_pools()`,
]

/** Maintains the sums of a round by its new bets alone, instead of adding up the whole round. */
export const incrementalPoolsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of [ADD_TO_POOLS, TAKE_FROM_POOLS, ...TRIGGERS])
      await statement.execute(db)
  },
}
