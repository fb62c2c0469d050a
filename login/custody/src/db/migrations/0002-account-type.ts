import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Remembers which account a wallet uses. Wallets of before keep the account of their key. */
export const accountTypeMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table wallets add column prefers_smart boolean not null default false`.execute(
      db,
    )
  },
}
