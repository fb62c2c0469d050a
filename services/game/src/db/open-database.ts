import { openDatabase as open } from '@bullring/server/db/open-database'
import type { Kysely } from 'kysely'
import type { GameTables } from './schema.ts'

/** The database of the game service. */
export type Database = Kysely<GameTables>

/**
 * Opens a pool of connections.
 *
 * @param onIdleError - Called when an idle connection breaks.
 */
export function openDatabase(url: string, onIdleError: (error: Error) => void): Database {
  return open<GameTables>({ url, applicationName: 'bullring-game', onIdleError })
}
