import type { Kysely, Transaction } from 'kysely'
import type { CustodyTables } from './schema.ts'

/** Database of the custody service, or a transaction on it. */
export type Database = Kysely<CustodyTables> | Transaction<CustodyTables>
