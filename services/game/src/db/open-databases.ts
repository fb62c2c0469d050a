import type { ConnectionPool } from '@bullring/server/db/open-database'
import { databaseOf, openPool } from '@bullring/server/db/open-database'
import type { LoadShedder } from '@bullring/server/limits/load-shedder'
import { inSchema } from './in-schema.ts'
import type { Database } from './open-database.ts'
import { limitRequests } from './request-connections.ts'
import type { GameTables } from './schema.ts'

/** The tables of one schema, on the primary server and where the API reads them. */
export type Databases = {
  primary: Database
  /** The connections of `primary`. */
  pool: ConnectionPool
  /** The replica while it can be used, else the primary server. */
  reads: Database
  /** Null where the API reads from the primary server. */
  replica: Database | null
  close: () => Promise<void>
}

export type DatabasesOptions = {
  databaseUrl: string
  /** Null for no replica. */
  readUrl: string | null
  usesReplica: () => boolean
  /** Called when an idle connection breaks. */
  onIdleError: (error: Error) => void
  /** Limits the connections of requests. */
  shedder: Pick<LoadShedder, 'acquire'>
}

/** Opens pools of connections to the tables in `schema`; null is the one that the URL's user sees first. */
export function openDatabases(options: DatabasesOptions, schema: string | null): Databases {
  const { databaseUrl, readUrl, usesReplica, onIdleError, shedder } = options
  const open = (url: string) =>
    openPool({ url: inSchema(url, schema), applicationName: 'bullring-game', onIdleError })
  const pool = open(databaseUrl)
  const primary = databaseOf<GameTables>(limitRequests(pool, shedder))
  if (readUrl === null) {
    return { primary, pool, reads: primary, replica: null, close: () => primary.destroy() }
  }
  const replicaPool = open(readUrl)
  const replica = databaseOf<GameTables>(replicaPool)
  const either = {
    ...{ options: pool.options, end: () => Promise.resolve() },
    connect: () => (usesReplica() ? replicaPool : pool).connect(),
  }
  const reads = databaseOf<GameTables>(limitRequests(either, shedder))
  const close = async () => {
    await Promise.all([reads.destroy(), replica.destroy(), primary.destroy()])
  }
  return { primary, pool, reads, replica, close }
}
