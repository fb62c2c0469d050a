import { openDatabase as open } from '@bullring/server/db/open-database'
import type { Kysely } from 'kysely'
import type { GameTables } from './schema.ts'

/** The service's own database. */
export type Database = Kysely<GameTables>

/**
 * Opens a pool of connections.
 *
 * @param onIdleError - Told when a connection breaks while nobody uses it.
 */
export function openDatabase(url: string, onIdleError: (error: Error) => void): Database {
  return open<GameTables>({ url, applicationName: 'bullring-game', onIdleError })
}
