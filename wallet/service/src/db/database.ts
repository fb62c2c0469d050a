import type { Kysely } from 'kysely'
import type { WalletTables } from './schema.ts'

/** Database of the wallet service. */
export type Database = Kysely<WalletTables>
