import { SERVICE_MIGRATIONS } from './service-migrations.ts'
import { withClient } from './with-client.ts'

const TIMEOUT_MS = 60_000
const TABLE_MISSING = '42P01'
const DATABASE_MISSING = '3D000'

/**
 * Returns the migrations that each service's database of the bundled server has had, in order; none for a service that
 * never ran.
 */
export async function appliedMigrations(
  adminUrl: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const applied = new Map<string, readonly string[]>()
  for (const name of Object.keys(SERVICE_MIGRATIONS)) {
    const url = new URL(adminUrl)
    url.pathname = `/${name}`
    applied.set(name, await migrationsIn(url.href))
  }
  return applied
}

async function migrationsIn(url: string): Promise<readonly string[]> {
  try {
    const { rows } = await withClient(url, TIMEOUT_MS, (client) =>
      client.query<{ name: string }>('select name from kysely_migration order by name'),
    )
    return rows.map(({ name }) => name)
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (code === TABLE_MISSING || code === DATABASE_MISSING) return []
    throw error
  }
}
