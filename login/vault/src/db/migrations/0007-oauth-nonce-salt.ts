import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Nonces commit to the device, and the callback page leaves nothing at the vault. Pending logins have to start again. */
const STATEMENTS = [
  sql`delete from oauth_logins`,
  sql`alter table oauth_logins drop column nonce, drop column app_origin, drop column result_uri,
    add column nonce_salt text not null`,
]

export const oauthNonceSaltMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db)
  },
}
