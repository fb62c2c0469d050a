import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { DatabaseUnusableError } from './errors.ts'
import { type DatabaseOptions, openDatabase } from './open-database.ts'

export type MigrateOptions = {
  /**
   * Applied in the order of their names. A migration with `-contract-` in its name removes something that the
   * previous version needs: older versions do not start afterwards.
   */
  migrations: Readonly<Record<string, Migration>>
  /** Environment variable that names the database. */
  variable: string
  /** Created if it does not exist, and the first of the search path of the URL; by default the connection decides. */
  schema?: string
}

/** A statement that waits for a lock makes all later queries of the table wait too: give up, and try again. */
const LOCK_LIMIT = '2s'
const RETRY_MS = 1_000

/**
 * Makes the server end the statement of a killed process, so that others need not wait for it. Where the server cannot
 * watch its connections, as on Windows, or is older than PostgreSQL 14, they wait.
 */
const CHECK_CONNECTION = sql`do $$
begin
  perform set_config('client_connection_check_interval', '2s', true);
exception
  when invalid_parameter_value or undefined_object then null;
end
$$`

/** Attempts of up to 60 s (the limit of a statement): half an hour for another process that migrates. */
const ATTEMPTS = 30

/** Lock not available in time; statement cancelled, which waited for another process; deadlock. */
const RETRIED_CODES: ReadonlySet<unknown> = new Set(['55P03', '57014', '40P01'])

/**
 * Runs the pending migrations. Several processes may do so at once: one works, the others wait. Processes of the previous
 * version may be running, and starting: see "Migrations" in CONTRIBUTING.md. Opens separate connections, because a statement of
 * a migration may take longer than clients wait for others.
 *
 * @throws {DatabaseUnusableError}
 */
export async function migrate(options: DatabaseOptions & MigrateOptions): Promise<void> {
  const db = openDatabase<unknown>({ ...options, givesUp: false })
  try {
    await migrateIn(db, options)
  } finally {
    await db.destroy()
  }
}

async function migrateIn(db: Kysely<unknown>, options: MigrateOptions): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const error = await tryMigrate(db, options)
    if (error === undefined) return
    const isRetried = RETRIED_CODES.has((error as { code?: unknown } | null)?.code)
    if (!isRetried || attempt === ATTEMPTS) {
      throw new DatabaseUnusableError(options.variable, { cause: error })
    }
    await sleep(RETRY_MS)
  }
}

/** Returns the error, or undefined after success. */
async function tryMigrate(
  db: Kysely<unknown>,
  { migrations, schema }: MigrateOptions,
): Promise<unknown> {
  const bounded = Object.entries(migrations).map(([name, each]) => [name, withLimits(each)])
  const provider = {
    getMigrations: async () => ({
      ...Object.fromEntries(bounded),
      ...(await newerMigrations(db, Object.keys(migrations), schema)),
    }),
  }
  const { error } = await new Migrator({
    db,
    provider,
    ...(schema && { migrationTableSchema: schema }),
  })
    .migrateToLatest()
    .catch((cause: unknown) => ({ error: cause }))
  return error
}

/** Sets limits until the end of the transaction. Moving many rows may take longer than a query may. */
function withLimits(migration: Migration): Migration {
  return {
    up: async (db) => {
      await sql`select
        set_config('lock_timeout', ${LOCK_LIMIT}, true),
        set_config('statement_timeout', '0', true)`.execute(db)
      await CHECK_CONNECTION.execute(db)
      await migration.up(db)
    },
  }
}

/** Returns migrations of a newer version that this version can run with, as steps that do nothing. */
async function newerMigrations(
  db: Kysely<unknown>,
  known: readonly string[],
  schema: string | undefined,
): Promise<Record<string, Migration>> {
  const table = sql.id(...(schema === undefined ? [] : [schema]), 'kysely_migration')
  const { rows } = await sql<{ name: string }>`select name from ${table}`.execute(db)
  const newer = findNewer(
    known,
    rows.map(({ name }) => name),
  )
  return Object.fromEntries(newer.map((name) => [name, { up: () => Promise.resolve() }]))
}

/**
 * Finds the applied migrations that are newer than all of `known`.
 *
 * @throws {Error} when one of them has removed something, or one that is not newer is unknown.
 */
export function findNewer(known: readonly string[], applied: readonly string[]): string[] {
  const last = known.toSorted().at(-1) ?? ''
  const unknown = applied.find((name) => name < last && !known.includes(name))
  if (unknown !== undefined) {
    throw new Error(
      `It has the tables of a version before the first release (${unknown}), which no release migrates: name another database`,
    )
  }
  const newer = applied.filter((name) => name > last)
  const contract = newer.find((name) => name.includes('-contract-'))
  if (contract === undefined) return newer
  throw new Error(
    `A newer version has removed what this one needs (${contract}): start that version`,
  )
}
