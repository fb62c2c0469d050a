import type { Kysely } from 'kysely'
import { type RawBuilder, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addStandings, BET_COLUMNS, emptyStandings } from './0036-final-rounds.ts'

/** Results that are packed at once for an account whose older ones are not packed yet; the others follow later. */
const MOST_PACKED = sql.lit(5_000)

// A row of 50 results, 33 bytes each, is stored in one piece. A function, so that tests pack fewer.
const PACK_SIZE = sql`create function pack_size() returns int4 language sql immutable as 'select 50'`

// The results of an account in final rounds, oldest first: of a sequence of rounds up to `last_epoch`.
const TABLE = sql`create table packed_results (
  account bytea not null,
  last_epoch int8 not null,
  results bytea not null,
  primary key (account, last_epoch)
)`

const FINAL_BETS = sql`create view final_bets as
  select ${BET_COLUMNS} from bets b join final_rounds r on r.epoch = b.epoch`

// The profit as two int8: one of 10^18, and the rest with the same sign.
const RESULT_BYTES = sql`
  create function result_bytes(epoch int8, placed_at int8, is_win boolean, profit numeric) returns bytea
  language sql immutable as $$
    select int8send(epoch) || int8send(placed_at) || case when is_win then '\\x01'::bytea else '\\x00'::bytea end
      || int8send(div(profit, 1e18)::int8) || int8send(mod(profit, 1e18)::int8)
  $$`

const PACKED = sql`string_agg(result_bytes(epoch, placed_at, is_win, profit), '' order by epoch)`

/**
 * Packs each time that an account's number of final rounds passes a multiple of the size. Dynamic SQL is planned at each
 * call: a cached plan for empty tables would be slow after a backfill.
 *
 * @param packed - Value of several results.
 */
export const packResults = (packed: RawBuilder<unknown>) => sql`
  create or replace function pack_results(epochs int8[]) returns void language plpgsql as $$
  begin
    execute $query$
      insert into packed_results
      with grown as materialized (
        select account, count(*) as added from bets where epoch = any($1) group by account
      ), due as materialized (
        select account, coalesce((
          select max(last_epoch) from packed_results p where p.account = g.account), -1) as packed_to
        from grown g join standings s using (account)
        where s.span = 'all' and s.rounds / pack_size() > (s.rounds - g.added) / pack_size()
      )
      select account, max(epoch), ${packed}
      from (
        select account, loose.*, row_number() over (partition by account order by epoch) - 1 as place
        from due, lateral (
          select f.epoch, f.placed_at, f.is_win, f.payout - f.amount as profit from final_bets f
          where f.account = due.account and f.epoch > due.packed_to order by f.epoch limit $2
        ) loose
      ) numbered
      group by account, place / pack_size() having count(*) = pack_size()
    $query$ using epochs, ${MOST_PACKED} + 2 * cardinality(epochs);
  end $$`

// A round may be decided after later ones, and a reorg may undo final rounds.
const UNPACK_RESULTS = sql`
  create function unpack_results(epochs int8[]) returns void language plpgsql as $$
  begin
    execute $query$
      delete from packed_results p using (
        select account, min(epoch) as epoch from bets where epoch = any($1) group by account
      ) b where p.account = b.account and p.last_epoch >= b.epoch
    $query$ using epochs;
  end $$`

const ADD_STANDINGS = addStandings(sql`
    perform unpack_results(decided);
    perform pack_results(decided);`)

// Calls what migration 0028 named so.
const UNDO_STANDINGS = sql`
  create or replace function undo_standings(base int8) returns void language plpgsql as $$
  declare undone int8[] := epochs_decided(base, (select min(number) from blocks));
  begin
    perform undo_sums(base);
    perform unpack_results(undone);
    delete from final_rounds where epoch = any(undone);
  end $$`

// What is not packed is read bet by bet, into one row: what came after the packed rounds, and what is not final. The lower
// bound of both keeps older partitions out of the plan.
const RESULTS_OF = sql`
  create function results_of(who bytea, since int8) returns table (results bytea)
  language plpgsql stable set search_path from current as $$
  declare
    packed_to int8 := (select coalesce(max(last_epoch), -1) from packed_results where account = who);
    unpacked_from int8 := greatest(since, packed_to + 1);
    late int8[] := '{}';
  begin
    if packed_to >= since then
      late := array(select e from unnest(newer_epochs()) e where e between since and packed_to);
    end if;
    return query execute $query$
      select results from packed_results where account = $1 and last_epoch >= $2
      union all
      select string_agg(result_bytes(epoch, placed_at, is_win, payout - amount), '' order by epoch)
      from decided_bets where account = $1 and epoch >= $3 and (epoch >= $4 or epoch = any($5))
    $query$ using who, since, least(unpacked_from, (select min(e) from unnest(late) e)), unpacked_from, late;
  end $$`

/** Keeps the results of accounts with many bets in few rows, as each bet is on another page. */
export const packedResultsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    const functions = [PACK_SIZE, RESULT_BYTES, packResults(PACKED), UNPACK_RESULTS, ADD_STANDINGS]
    const others = [UNDO_STANDINGS, emptyStandings(sql`, packed_results`), RESULTS_OF]
    for (const statement of [TABLE, FINAL_BETS, ...functions, ...others]) {
      await statement.execute(db)
    }
  },
}
