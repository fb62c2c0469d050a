import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

// Sums of each round's bets and its first bet. Summing at query time took seconds for an account with
// 100,000 bets. A trigger derives the rows again from the bets of each round that changed, in the
// writer's transaction, so that they cannot drift apart.
const POOLS = sql`create table pools (
  epoch int8 primary key,
  bull_amount numeric(78) not null,
  bear_amount numeric(78) not null,
  first_block int8 not null,
  first_log int4 not null
)`

const POOL_OF_BETS = sql`
  select b.epoch,
    coalesce(sum(b.amount) filter (where b.position = 1), 0),
    coalesce(sum(b.amount) filter (where b.position = 2), 0),
    (array_agg(b.block_number order by b.block_number, b.log_index))[1],
    (array_agg(b.log_index order by b.block_number, b.log_index))[1]
  from bets b`

const DERIVE_POOLS = sql`
  create function derive_pools() returns trigger language plpgsql as $$
  begin
    delete from pools where epoch in (select epoch from changed);
    insert into pools ${POOL_OF_BETS} where b.epoch in (select epoch from changed) group by b.epoch;
    return null;
  end $$`

const EMPTY_POOLS = sql`
  create function empty_pools() returns trigger language plpgsql as $$
  begin
    delete from pools;
    return null;
  end $$`

const TRIGGERS = [
  sql`create trigger derive_pools_insert after insert on bets referencing new table as changed
    for each statement execute function derive_pools()`,
  sql`create trigger derive_pools_delete after delete on bets referencing old table as changed
    for each statement execute function derive_pools()`,
  sql`create trigger empty_pools after truncate on bets
    for each statement execute function empty_pools()`,
]

// `winnerOf` and `splitPot` of game/rules in SQL; a property test compares the two. A strike is
// the lock of its round and the close of the one before. A void strike has no price, so its rounds are
// left out, as are ties and one-sided rounds.
const DECIDED_ROUNDS = sql`
  create view decided_rounds as
  select l.epoch,
    case when c.price > l.price then 1 else 2 end as winner,
    case when c.price > l.price then p.bull_amount else p.bear_amount end as winning_amount,
    p.bull_amount + p.bear_amount - div((p.bull_amount + p.bear_amount) * coalesce((
      select f.treasury_fee from fee_changes f
      where (f.block_number, f.log_index) < (p.first_block, p.first_log)
      order by f.block_number desc, f.log_index desc limit 1
    ), 0), 10000) as reward_amount
  from strikes l
  join strikes c on c.epoch = l.epoch + 1
  join pools p on p.epoch = l.epoch
  where c.price <> l.price and p.bull_amount > 0 and p.bear_amount > 0`

const DECIDED_BETS = sql`
  create view decided_bets as
  select b.account, b.epoch, b.amount, b.position = r.winner as is_win,
    case when b.position = r.winner
      then div(b.amount * r.reward_amount, r.winning_amount) else 0 end as payout
  from bets b join decided_rounds r on r.epoch = b.epoch`

/** Adds the bets that were won or lost and their payouts, exact to the wei. */
export const decidedBetsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    const statements = [POOLS, DERIVE_POOLS, EMPTY_POOLS, ...TRIGGERS]
    for (const statement of statements) await statement.execute(db)
    await sql`insert into pools ${POOL_OF_BETS} group by b.epoch`.execute(db)
    await DECIDED_ROUNDS.execute(db)
    await DECIDED_BETS.execute(db)
  },
}
