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
  /** A pipelined connection to the primary server, for the index. */
  writer: ConnectionPool
  /** The replica while it can be used, else the primary server. */
  reads: Database
  /** Null where the API reads from the primary server. */
  replica: Database | null
  /** May be called again. */
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
  const poolOptions = (url: string) => ({
    ...{ url: inSchema(url, schema), applicationName: 'bullring-game', onIdleError },
  })
  const open = (url: string) => openPool(poolOptions(url))
  const pool = open(databaseUrl)
  const writer = openPool({ ...poolOptions(databaseUrl), isPipelined: true, maxConnections: 1 })
  const endWriter = async () => {
    if (!writer.ending) await writer.end()
  }
  const primary = databaseOf<GameTables>(limitRequests(pool, shedder))
  if (readUrl === null) {
    const close = async () => {
      await Promise.all([primary.destroy(), endWriter()])
    }
    return { primary, pool, writer, reads: primary, replica: null, close }
  }
  const replicaPool = open(readUrl)
  const replica = databaseOf<GameTables>(replicaPool)
  const either = {
    ...{ options: pool.options, end: () => Promise.resolve() },
    connect: () => (usesReplica() ? replicaPool : pool).connect(),
  }
  const reads = databaseOf<GameTables>(limitRequests(either, shedder))
  const close = async () => {
    await Promise.all([reads.destroy(), replica.destroy(), primary.destroy(), endWriter()])
  }
  return { primary, pool, writer, reads, replica, close }
}
