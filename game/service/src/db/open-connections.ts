import type { ConnectionPool } from '@bullring/server/db/open-database'
import { databaseOf, openPool } from '@bullring/server/db/open-database'
import type { LoadShedder } from '@bullring/server/limits/load-shedder'
import { inSchema } from './in-schema.ts'
import type { Database } from './open-database.ts'
import { limitRequests } from './request-connections.ts'
import type { GameTables } from './schema.ts'

/** Connections to the tables of one schema. */
export type Connections = {
  db: Database
  /** The connections of `db`. */
  pool: ConnectionPool
  /** A pipelined connection, for the index. */
  writer: ConnectionPool
  /** May be called again. */
  close: () => Promise<void>
}

export type ConnectionOptions = {
  /** Called when an idle connection breaks. */
  onIdleError: (error: Error) => void
  /** Limits the connections of requests. */
  shedder: Pick<LoadShedder, 'acquire'>
}

/** Returns the options of a pool of connections to the tables in `schema`; null is the one that the URL's user sees first. */
export function poolOptions(
  url: string,
  schema: string | null,
  { onIdleError }: Pick<ConnectionOptions, 'onIdleError'>,
) {
  return { url: inSchema(url, schema), applicationName: 'bullring-game', onIdleError }
}

/** Opens connections to the tables in `schema`. */
export function openConnections(
  url: string,
  schema: string | null,
  options: ConnectionOptions,
): Connections {
  const shared = poolOptions(url, schema, options)
  const pool = openPool(shared)
  const writer = openPool({ ...shared, isPipelined: true, maxConnections: 1 })
  const db = databaseOf<GameTables>(limitRequests(pool, options.shedder))
  const endWriter = async () => {
    if (!writer.ending) await writer.end()
  }
  const close = async () => {
    await Promise.all([db.destroy(), endWriter()])
  }
  return { db, pool, writer, close }
}
