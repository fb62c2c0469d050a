import type { Migration } from 'kysely/migration'
import { mailboxesMigration } from './migrations/0001-mailboxes.ts'
import { storedBytesMigration } from './migrations/0002-stored-bytes.ts'
import { sharedLimitsMigration } from './migrations/0003-shared-limits.ts'

/** Applied in the order of their names. Never edit a released one: add the next number. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-mailboxes': mailboxesMigration,
  '0002-stored-bytes': storedBytesMigration,
  '0003-shared-limits': sharedLimitsMigration,
}
