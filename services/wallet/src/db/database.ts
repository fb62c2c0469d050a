import type { Kysely } from 'kysely'
import type { WalletTables } from './schema.ts'

/** The service's own database. */
export type Database = Kysely<WalletTables>
