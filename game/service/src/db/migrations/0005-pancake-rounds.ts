import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

// A database holds one kind of market. Older databases hold the first kind.
const KIND = sql`alter table market add column kind text not null default 'bullring'
  check (kind in ('bullring', 'pancake-v2'))`

// Events of a PancakePredictionV2 contract: its rounds are started, locked and ended by transactions, so
// their times are facts too.
const TABLES = [
  sql`create table round_starts (
    epoch int8 primary key,
    started_at int8 not null,
    block_number int8 not null,
    log_index int4 not null
  )`,
  sql`create table round_locks (
    epoch int8 primary key,
    locked_at int8 not null,
    price numeric(78) not null,
    oracle_round_id numeric(78) not null,
    block_number int8 not null,
    log_index int4 not null
  )`,
  sql`create table round_ends (
    epoch int8 primary key,
    price numeric(78) not null,
    oracle_round_id numeric(78) not null,
    block_number int8 not null,
    log_index int4 not null
  )`,
  sql`create table round_rewards (
    epoch int8 primary key,
    winning_amount numeric(78) not null,
    reward_amount numeric(78) not null,
    treasury_amount numeric(78) not null,
    block_number int8 not null,
    log_index int4 not null
  )`,
  sql`create table timing_changes (
    buffer_seconds int8 not null,
    interval_seconds int8 not null,
    block_number int8 not null,
    log_index int4 not null,
    primary key (block_number, log_index)
  )`,
]

const INDEXES = [
  sql`create index round_starts_by_time on round_starts (started_at)`,
  ...['round_starts', 'round_locks', 'round_ends', 'round_rewards'].map(
    (table) =>
      sql`create index ${sql.raw(`${table}_by_block`)} on ${sql.table(table)} (block_number)`,
  ),
]

// `splitBetResult` of game/rules in SQL. A tie has no winner, and its bets are lost.
const DECIDED_BETS = sql`
  create view pancake_decided_bets as
  select b.account, b.epoch, b.amount, b.position = r.winner as is_win,
    case when b.position = r.winner
      then div(b.amount * r.reward_amount, r.winning_amount) else 0 end as payout
  from bets b
  join (
    select e.epoch, d.reward_amount, d.winning_amount,
      case when e.price > l.price then 1 when e.price < l.price then 2 else 0 end as winner
    from round_ends e
    join round_locks l on l.epoch = e.epoch
    join round_rewards d on d.epoch = e.epoch
  ) r on r.epoch = b.epoch`

// 'start': a round became the newest; 'round': a round was locked or ended.
const KINDS = [
  sql`alter table changes drop constraint changes_kind_check`,
  sql`alter table changes add constraint changes_kind_check check
    (kind in ('block', 'bet', 'claim', 'strike', 'price', 'reset', 'start', 'round'))`,
]

const MANY = sql.lit(1_000)

const NOTE_ROUNDS = sql`
  create function note_rounds() returns trigger language plpgsql as $$
  declare how_many int8 := (select count(*) from changed);
  begin
    if how_many = 0 then return null; end if;
    if how_many > ${MANY} then
      insert into changes (kind) values ('reset');
    else
      insert into changes (kind, epoch) select tg_argv[0], epoch from changed order by 2;
    end if;
    perform pg_notify('bullring_changes', '');
    return null;
  end $$`

const TRIGGERS = [
  ...[
    ['round_starts', 'start'],
    ['round_locks', 'round'],
    ['round_ends', 'round'],
  ].flatMap(([table = '', kind]) =>
    (['insert', 'delete'] as const).map((event) => {
      const rows = event === 'insert' ? sql`new` : sql`old`
      return sql`create trigger ${sql.raw(`note_${event}`)} after ${sql.raw(event)}
        on ${sql.table(table)} referencing ${rows} table as changed
        for each statement execute function note_rounds(${sql.lit(kind)})`
    }),
  ),
  sql`create trigger note_row after insert or delete on timing_changes
    for each row execute function note_reset()`,
]

/** Adds the rounds of a PancakePredictionV2 contract. */
export const pancakeRoundsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    const statements = [KIND, ...TABLES, ...INDEXES, DECIDED_BETS, ...KINDS, NOTE_ROUNDS]
    for (const statement of [...statements, ...TRIGGERS]) await statement.execute(db)
  },
}
