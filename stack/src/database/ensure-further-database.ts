import { StackError } from '../errors.ts'
import { dropDatabase, ensureDatabase } from './ensure-database.ts'

/** A service with a database besides the game's. */
export type FurtherService = 'wallet' | 'custody' | 'vault' | 'bundler' | 'relay'

const TITLES = {
  wallet: 'wallet service',
  custody: 'custody service',
  vault: 'vault',
  bundler: 'bundler',
  relay: 'relay',
} as const

/**
 * Creates a service's database on the game's server, named after the game's, unless it exists.
 *
 * @param options.isEmptied - Whether to remove one that exists first.
 * @returns Its URL.
 * @throws {StackError} when the user may not create databases.
 */
export async function ensureFurtherDatabase(
  gameDatabaseUrl: string,
  service: FurtherService,
  { isEmptied = false } = {},
): Promise<string> {
  const name = furtherDatabaseName(gameDatabaseUrl, service)
  try {
    if (isEmptied) await dropDatabase(gameDatabaseUrl, name)
    await ensureDatabase(gameDatabaseUrl, name)
  } catch (cause) {
    const reason = cause instanceof Error ? ` (${cause.message})` : ''
    throw new StackError(
      `The ${TITLES[service]} needs a separate database, and creating it on your server failed${reason}. Create one and set ${service.toUpperCase()}_DATABASE_URL.`,
      { cause },
    )
  }
  return furtherDatabaseUrl(gameDatabaseUrl, service)
}

/** Returns the URL of a service's database on the game's server. */
export function furtherDatabaseUrl(gameDatabaseUrl: string, service: FurtherService): string {
  const url = new URL(gameDatabaseUrl)
  url.pathname = `/${encodeURIComponent(furtherDatabaseName(gameDatabaseUrl, service))}`
  return url.href
}

function furtherDatabaseName(gameDatabaseUrl: string, service: FurtherService): string {
  const game = decodeURIComponent(new URL(gameDatabaseUrl).pathname.slice(1))
  return `${game || 'bullring'}_${service}`
}
