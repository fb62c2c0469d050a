import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const STATEMENTS = [
  sql`create table siwx_nonces (
    nonce_hash bytea primary key,
    expires_at int8 not null
  )`,
  sql`create index siwx_nonces_by_end on siwx_nonces (expires_at)`,
  sql`create table siwx_sessions (
    id text primary key,
    secret_hash bytea not null,
    address bytea not null,
    chain_id int8 not null,
    domain text not null,
    issued_at int8 not null,
    expires_at int8 not null
  )`,
  sql`create index siwx_sessions_by_end on siwx_sessions (expires_at)`,
]

export const signInMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db)
  },
}
