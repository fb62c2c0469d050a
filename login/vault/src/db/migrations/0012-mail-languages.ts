import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const mailLanguagesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table passkey_changes add column language text not null default 'en'`.execute(
      db,
    )
  },
}
