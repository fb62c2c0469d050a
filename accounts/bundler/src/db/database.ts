import type { Kysely, Transaction } from 'kysely'
import type { BundlerTables } from './schema.ts'

/** Database of the bundler, or a transaction on it. */
export type Database = Kysely<BundlerTables> | Transaction<BundlerTables>
