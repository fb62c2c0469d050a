import type { Summary } from '../backup/backup-folder.ts'
import { appliedMigrations } from '../database/applied-migrations.ts'
import { SERVICE_MIGRATIONS } from '../database/service-migrations.ts'
import { withClient } from '../database/with-client.ts'
import { StackError } from '../errors.ts'

/** Reading every row of a large index takes its time. */
const TIMEOUT_MS = 3_600_000

/** A service's database, as it was read. */
export type CheckedDatabase = {
  name: string
  /** Newest migration; null for a service that never ran. */
  migration: string | null
  tables: number
  rows: number
  /** Newest block of the index; null for other services. */
  block: { number: number; time: string } | null
}

/**
 * Reads every row of the services' databases, and with it every checksum of PostgreSQL.
 *
 * @throws {StackError} when a database is missing, or has tables that this version does not know.
 */
export async function checkDatabases(
  adminUrl: string,
  summary: Summary,
): Promise<readonly CheckedDatabase[]> {
  const checked: CheckedDatabase[] = []
  for (const [name, applied] of await appliedMigrations(adminUrl)) {
    requireKnown(name, applied, summary)
    const url = new URL(adminUrl)
    url.pathname = `/${name}`
    const migration = applied.at(-1) ?? null
    if (migration === null) checked.push({ name, migration, tables: 0, rows: 0, block: null })
    else {
      const block = name === 'game' ? await newestBlock(url.href) : null
      checked.push({ name, migration, ...(await readRows(url.href)), block })
    }
  }
  return checked
}

function requireKnown(name: string, applied: readonly string[], summary: Summary): void {
  const expected = summary.migrations[name] ?? null
  if (expected !== null && !applied.includes(expected))
    throw new StackError(`The restored database ${name} lacks ${expected}, which the backup had.`)
  const known = Object.keys(SERVICE_MIGRATIONS[name as keyof typeof SERVICE_MIGRATIONS])
  const unknown = applied.find((migration) => !known.includes(migration))
  if (unknown !== undefined)
    throw new StackError(
      `The restored database ${name} has tables that this version does not know (${unknown}): restore with version ${summary.version}.`,
    )
}

async function readRows(url: string): Promise<{ tables: number; rows: number }> {
  return await withClient(url, TIMEOUT_MS, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', nspname, relname) as name
       from pg_class join pg_namespace on pg_namespace.oid = relnamespace
       where relkind = 'r' and nspname not in ('pg_catalog', 'information_schema')`,
    )
    let rows = 0
    for (const { name } of tables) {
      const { rows: counts } = await client.query<{ count: string }>(
        `select count(whole) from (select whole::text from ${name} whole) as read`,
      )
      rows += Number(counts[0]?.count)
    }
    return { tables: tables.length, rows }
  })
}

async function newestBlock(url: string): Promise<CheckedDatabase['block']> {
  const { rows } = await withClient(url, TIMEOUT_MS, (client) =>
    client.query<{ number: string; timestamp: string }>(
      'select number::text, timestamp::text from blocks order by number desc limit 1',
    ),
  )
  const [row] = rows
  if (row === undefined) return null
  const time = new Date(Number(row.timestamp) * 1_000).toISOString()
  return { number: Number(row.number), time }
}
