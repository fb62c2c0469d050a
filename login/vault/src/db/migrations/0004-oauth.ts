import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const STATEMENTS = [
  sql`create table oauth_logins (
    state text primary key,
    device_id text not null,
    provider text not null,
    code_challenge text not null,
    nonce text not null,
    app_origin text not null,
    result_uri text,
    expires_at int8 not null
  )`,
  sql`create index oauth_logins_by_end on oauth_logins (expires_at)`,
]

export const oauthMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db)
  },
}
