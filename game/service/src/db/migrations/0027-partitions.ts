import type { Kysely, RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Rounds of a partition: 35 days of five minutes. */
const ROUNDS = sql.lit(10_000)

/** Epochs of each partition of `bets` and `claims`. An epoch without a partition cannot be stored. */
const PARTITIONS = sql`create table fact_partitions (from_epoch int8 primary key, to_epoch int8 not null)`

type Partitioned = { table: string; indexes: readonly RawBuilder<unknown>[] }

const TABLES: readonly Partitioned[] = [
  {
    table: 'bets',
    indexes: [
      sql`create index bets_of_round on bets (epoch, block_number, log_index) include (position, amount)`,
      sql`create index bets_by_block on bets (block_number)`,
    ],
  },
  { table: 'claims', indexes: [sql`create index claims_by_block on claims (block_number)`] },
]

// The table as it is becomes the first partition: no row is copied. Its name then means the partitioned table, for
// processes of the version before too.
const partition = ({ table, indexes }: Partitioned) => [
  sql`create temporary table moved_triggers on commit drop as
    select tgname, pg_get_triggerdef(oid) as definition from pg_trigger
    where tgrelid = ${sql.lit(table)}::regclass and not tgisinternal`,
  sql`do $do$
    declare item record;
    begin
      for item in select tgname from moved_triggers loop
        execute format('drop trigger %I on ${sql.id(table)}', item.tgname);
      end loop;
      for item in select c.relname from pg_index i join pg_class c on c.oid = i.indexrelid
        where i.indrelid = ${sql.lit(table)}::regclass
      loop
        execute format('alter index %I rename to %I', item.relname, item.relname || '_from_0');
      end loop;
    end $do$`,
  sql`alter table ${sql.id(table)} rename to ${sql.id(`${table}_from_0`)}`,
  sql`create table ${sql.id(table)} (like ${sql.id(`${table}_from_0`)}) partition by range (epoch)`,
  sql`alter table ${sql.id(table)} add primary key (account, epoch)`,
  ...indexes,
  sql`do $do$
    declare item record;
    begin
      for item in select definition from moved_triggers loop
        execute item.definition;
      end loop;
      execute format('alter table ${sql.id(table)} attach partition ${sql.id(`${table}_from_0`)}
        for values from (minvalue) to (%s)', (select to_epoch from fact_partitions where from_epoch = 0));
    end $do$`,
  sql`drop table moved_triggers`,
]

const FIRST = sql`insert into fact_partitions
  select 0, (greatest(0, (select max(epoch) from bets), (select max(epoch) from claims)) / ${ROUNDS} + 1) * ${ROUNDS}`

const DECIDED_BETS = [
  sql`create temporary table moved_view on commit drop as
    select pg_get_viewdef('decided_bets'::regclass) as definition`,
  sql`drop view decided_bets`,
]

const DECIDED_BETS_AGAIN = [
  sql`do $do$
    begin
      execute 'create view decided_bets as ' || (select definition from moved_view);
    end $do$`,
  sql`drop table moved_view`,
]

// A table that is attached locks out no reader, unlike one created as a partition.
const ADD_PARTITION = sql`
  create function add_partition(start int8) returns void language plpgsql as $$
  declare
    parent text;
    child text;
  begin
    foreach parent in array array['bets', 'claims'] loop
      child := parent || '_from_' || start;
      execute format('create table %I (like %I including all)', child, parent);
      execute format('alter table %I attach partition %I for values from (%s) to (%s)',
        parent, child, start, start + ${ROUNDS});
    end loop;
    insert into fact_partitions values (start, start + ${ROUNDS});
  end $$`

const KEEP_PARTITIONS = sql`
  create function keep_partitions(epochs int8[]) returns void language sql as $$
    select add_partition(start)
    from (select distinct e / ${ROUNDS} * ${ROUNDS} as start from unnest(epochs) e) missing
    where not exists (select from fact_partitions p where start >= p.from_epoch and start < p.to_epoch)
  $$`

/**
 * Partitions bets and claims by epoch, so that old ones can be dropped at once. Takes three seconds per ten million bets, in
 * which each is checked to be in the first partition.
 */
export const partitionsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    const tables = [...DECIDED_BETS, ...TABLES.flatMap(partition), ...DECIDED_BETS_AGAIN]
    for (const statement of [PARTITIONS, FIRST, ...tables, ADD_PARTITION, KEEP_PARTITIONS]) {
      await statement.execute(db)
    }
    // Processes of the version before add none.
    await sql`select keep_partitions(array[to_epoch]) from fact_partitions`.execute(db)
  },
}
