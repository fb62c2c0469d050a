import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds what processes without a node of the chain need to know of it. Written by the leader of the index. */
export const indexStateMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table index_state (
      is_only boolean primary key default true check (is_only),
      contract jsonb not null,
      chain_block int8,
      at_head_at timestamptz
    )`.execute(db)
  },
}
