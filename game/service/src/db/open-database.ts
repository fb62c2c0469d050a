import { openDatabase as open } from '@bullring/server/db/open-database'
import type { Kysely } from 'kysely'
import { inSchema } from './in-schema.ts'
import type { GameTables } from './schema.ts'

/** The database of the game service. */
export type Database = Kysely<GameTables>

/**
 * Opens a pool of connections.
 *
 * @param schema - Schema of the tables; null for the one that the URL's user sees first, `public`.
 * @param onIdleError - Called when an idle connection breaks.
 */
export function openDatabase(
  url: string,
  onIdleError: (error: Error) => void,
  schema: string | null = null,
): Database {
  return open<GameTables>({
    url: inSchema(url, schema),
    applicationName: 'bullring-game',
    onIdleError,
  })
}
