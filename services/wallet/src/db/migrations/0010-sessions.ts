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
  sql`create index session_events_by_account on session_events (account, session)`,
  // Blocks that are already indexed have to be read again for their sessions.
  sql`delete from history_chain`,
  sql`delete from history_blocks`,
  sql`delete from history_transfers`,
  sql`delete from nft_transfers`,
]

export const sessionsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db)
  },
}
