import { Kysely, type LogEvent, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import { isTracing, recordCall } from '../tracing/span.ts'

export type ConnectionPool = pg.Pool
/** A connection of a pool. */
export type Connection = pg.PoolClient

const INT8_OID = 20
const NUMERIC_OID = 1_700

export type DatabaseOptions = {
  url: string
  /** `application_name` of the connections. */
  applicationName: string
  /** Called when an idle connection breaks. */
  onIdleError: (error: Error) => void
  maxConnections?: number
  /** Time limit of a statement, and of connecting if that is shorter than 10 s. */
  timeoutMs?: number
  /** Whether a statement is given up that the server has not ended by its time limit. By default true. */
  givesUp?: boolean
  /** Whether statements are sent before the results of earlier ones arrive, which makes COPY impossible. */
  isPipelined?: boolean
}

/**
 * Opens a connection pool. Integers are exact: `int8` (epochs, blocks, seconds) is read as a number,
 * `numeric` (wei, prices, oracle ids) as a bigint.
 */
export function openDatabase<tables>(options: DatabaseOptions): Kysely<tables> {
  return databaseOf(openPool(options))
}

/** A statement that the server has not ended by then is given up: the connection is dead, or the server frozen. */
const DEAD_AFTER_MS = 1_000

/** Each takes 3 MiB of the server. Not the ten seconds that pg waits: a new one and its first statements take some 25 ms. */
const IDLE_MS = 30_000

/** Connections that stay open once they are, so that requests after a pause find some. */
const KEPT_CONNECTIONS = 4

/** Opens a pool of connections, for {@link databaseOf}. */
export function openPool({
  url,
  applicationName,
  onIdleError,
  maxConnections = 10,
  timeoutMs = 60_000,
  givesUp = true,
  isPipelined = false,
}: DatabaseOptions): pg.Pool {
  const config: pg.PoolConfig & PipelineConfig = {
    pipeline: isPipelined,
    connectionString: url,
    max: maxConnections,
    min: Math.min(KEPT_CONNECTIONS, maxConnections),
    idleTimeoutMillis: IDLE_MS,
    connectionTimeoutMillis: Math.min(timeoutMs, 10_000),
    statement_timeout: timeoutMs,
    ...(givesUp && { query_timeout: timeoutMs + DEAD_AFTER_MS }),
    keepAlive: true,
    application_name: applicationName,
    types: { getTypeParser },
  }
  const pool = new pg.Pool(config)
  pool.on('error', onIdleError)
  // Between two queries of a transaction, a broken connection emits an error that would end the process
  // without a listener. The next query of the transaction fails anyway.
  pool.on('connect', (client) => client.on('error', () => undefined))
  pool.on('release', (_error, client) => closeIfStuck(client))
  return pool
}

/**
 * Closes a connection whose statement was given up: further statements would wait for its result. The pool hands out no
 * connection that is ending. One whose statement failed is fine, although it may not be ready yet.
 */
function closeIfStuck(client: pg.PoolClient): void {
  const { _activeQuery: active, end } = client as pg.PoolClient & PgInternals
  // It destroys the socket of a client with an active query. The promise never settles on a dead connection.
  if (active !== null) void end.call(client)
}

/** Option that the types of pg leave out. */
type PipelineConfig = { pipeline: boolean }
/** Members of a client that the types of pg leave out. */
type PgInternals = { _activeQuery: unknown; end: () => Promise<void> }

/** Returns the database that connections of `pool` reach. */
export function databaseOf<tables>(pool: PostgresPool): Kysely<tables> {
  return new Kysely<tables>({
    dialect: new PostgresDialect({ pool }),
    ...(isTracing() && { log: recordQuery }),
  })
}

/** Longest text of a query in a span. */
const MAX_QUERY_LENGTH = 2_000

/** Records the text with placeholders, never the parameters. */
function recordQuery(event: LogEvent): void {
  const text = event.query.sql.trim()
  const operation = /^\w+/.exec(text)?.[0].toUpperCase() ?? 'QUERY'
  recordCall(
    {
      name: operation,
      kind: 'CLIENT',
      attributes: {
        'db.system.name': 'postgresql',
        'db.operation.name': operation,
        'db.query.text': text.slice(0, MAX_QUERY_LENGTH),
      },
      startMs: Date.now() - event.queryDurationMillis,
    },
    event.level === 'error' ? event.error : undefined,
  )
}

const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (oid, format) => {
  if (oid === INT8_OID) return Number
  if (oid === NUMERIC_OID) return BigInt
  return pg.types.getTypeParser(oid, format)
}
