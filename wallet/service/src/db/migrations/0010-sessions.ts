import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const STATEMENTS = [
  sql`create table session_events (
    block_number int8 not null,
    log_index int4 not null,
    account bytea not null,
    session bytea not null,
    limits bytea,
    mined_at int8 not null,
    primary key (block_number, log_index)
  )`,
  sql`create index session_events_by_account on session_events (account, block_number desc, log_index desc)`,
  sql`create table session_log (
    is_only boolean primary key default true check (is_only),
    read_to int8 not null,
    hash bytea not null
  )`,
]

export const sessionsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db)
  },
}
