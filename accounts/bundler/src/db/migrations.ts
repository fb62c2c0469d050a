import type { Migration } from 'kysely/migration'
import { journalMigration } from './migrations/0001-journal.ts'
import { sessionCallsMigration } from './migrations/0002-session-calls.ts'
import { cancellationsMigration } from './migrations/0003-cancellations.ts'

/** Applied in the order of their names. Never edit a released one: add the next number. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-journal': journalMigration,
  '0002-session-calls': sessionCallsMigration,
  '0003-cancellations': cancellationsMigration,
}
