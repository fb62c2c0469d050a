import { DatabaseUnusableError } from '@bullring/server/db/errors'
import { findNewer, migrate as migrateTables } from '@bullring/server/db/migrate'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { inSchema } from './in-schema.ts'
import { grantKeeper } from './keeper-rights.ts'
import { type Database, openDatabase } from './open-database.ts'
import { marketMigration, schemaMigration } from './schema/create-tables.ts'
import { firstPausedEpochMigration } from './schema/first-paused-epoch.ts'
import { payoutMigration } from './schema/payouts.ts'
import { webhookHostMigration } from './schema/webhook-hosts.ts'
import { webhookMigration } from './schema/webhooks.ts'

/** Applied in the order of their names, in the default schema. Never edit a released one: add the next number. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-schema': schemaMigration,
  '0002-payouts': payoutMigration,
  '0003-webhooks': webhookMigration,
  '0004-webhook-hosts': webhookHostMigration,
  '0005-first-paused-epoch': firstPausedEpochMigration,
}

/** The same in the schema of a further market, where no tables of accounts and callers are. */
const MARKET_MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-schema': marketMigration,
  '0002-first-paused-epoch': firstPausedEpochMigration,
}

/**
 * Migrates the database, and lets the keeper in. Several processes may call this at once: one migrates, the others wait.
 *
 * @param schema - Schema of a further market; null for the tables of the default one and of accounts.
 * @throws {DatabaseUnusableError} when it cannot.
 */
export async function migrate(databaseUrl: string, schema: string | null = null): Promise<void> {
  const options = {
    url: inSchema(databaseUrl, schema),
    applicationName: 'bullring-game',
    onIdleError: () => undefined,
    variable: 'DATABASE_URL',
  }
  await (schema === null
    ? migrateTables({ ...options, migrations: MIGRATIONS })
    : migrateTables({ ...options, migrations: MARKET_MIGRATIONS, schema }))
  const db = openDatabase(databaseUrl, () => undefined, schema)
  try {
    await grantKeeper(db)
  } catch (cause) {
    throw new DatabaseUnusableError('DATABASE_URL', { cause })
  } finally {
    await db.destroy()
  }
}

/**
 * Returns whether another process has migrated the tables that connections of `db` see, to this version or a newer one.
 *
 * @param schema - The schema that these connections select, as in {@link migrate}.
 * @throws {DatabaseUnusableError} when the database does not respond, or a newer version has removed what this one needs.
 */
export async function isMigrated(db: Database, schema: string | null = null): Promise<boolean> {
  const table = await sql<{ name: string | null }>`
    select to_regclass(quote_ident(current_schema()) || '.kysely_migration')::text as name`
    .execute(db)
    .catch((cause: unknown) => {
      throw new DatabaseUnusableError('DATABASE_URL', { cause })
    })
  if (table.rows[0]?.name == null) return false
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const applied = rows.map(({ name }) => name)
  const known = Object.keys(schema === null ? MIGRATIONS : MARKET_MIGRATIONS)
  try {
    return findNewer(known, applied).length > 0 || applied.includes(known.at(-1) ?? '')
  } catch (cause) {
    throw new DatabaseUnusableError('DATABASE_URL', { cause })
  }
}
