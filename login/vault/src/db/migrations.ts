import type { Migration } from 'kysely/migration'
import { schemaMigration } from './migrations/0001-schema.ts'
import { telegramLoginsMigration } from './migrations/0002-telegram-logins.ts'

/** Applied in the order of their names. Never edit a released one: add the next number. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-schema': schemaMigration,
  '0002-telegram-logins': telegramLoginsMigration,
}
