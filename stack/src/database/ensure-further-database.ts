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
  const url = new URL(gameDatabaseUrl)
  const name = `${decodeURIComponent(url.pathname.slice(1)) || 'bullring'}_${service}`
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
  url.pathname = `/${encodeURIComponent(name)}`
  return url.href
}
