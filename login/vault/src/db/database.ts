import type { Kysely } from 'kysely'
import type { VaultTables } from './schema.ts'

/** Database of the vault. */
export type Database = Kysely<VaultTables>
