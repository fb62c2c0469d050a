import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'

const INT8_OID = 20
const NUMERIC_OID = 1_700

export type DatabaseOptions = {
  url: string
  /** How the connections are named to the server's operator. */
  applicationName: string
  /** Told when a connection breaks while nobody uses it. */
  onIdleError: (error: Error) => void
}

/**
 * Opens a pool of connections. Whole numbers come back exact: `int8` (epochs, blocks, seconds) as a
 * number, `numeric` (wei, prices, oracle ids) as a bigint.
 */
export function openDatabase<tables>({
  url,
  applicationName,
  onIdleError,
}: DatabaseOptions): Kysely<tables> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 60_000,
    application_name: applicationName,
    types: { getTypeParser },
  })
  pool.on('error', onIdleError)
  // Between two queries of a transaction nobody waits for an answer, and an error without a listener
  // would end the process. The transaction learns of it from its next query.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return new Kysely<tables>({ dialect: new PostgresDialect({ pool }) })
}

const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (oid, format) => {
  if (oid === INT8_OID) return Number
  if (oid === NUMERIC_OID) return BigInt
  return pg.types.getTypeParser(oid, format)
}
