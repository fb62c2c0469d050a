import type { Migration } from 'kysely/migration'
import { accountsMigration } from './migrations/0001-accounts.ts'
import { walletsMigration } from './migrations/0002-wallets.ts'
import { emailChangesMigration } from './migrations/0003-email-changes.ts'
import { undoneChangesMigration } from './migrations/0004-undone-changes.ts'
import { firstEmailsMigration } from './migrations/0005-first-emails.ts'
import { mailLanguagesMigration } from './migrations/0006-mail-languages.ts'
import { sharedLimitsMigration } from './migrations/0007-shared-limits.ts'
import { deviceNotificationsMigration } from './migrations/0008-device-notifications.ts'
import { noticesMigration } from './migrations/0009-notices.ts'
import { deviceCodesMigration } from './migrations/0010-device-codes.ts'

/** Applied in the order of their names. Never edit a released one: add the next number. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-accounts': accountsMigration,
  '0002-wallets': walletsMigration,
  '0003-email-changes': emailChangesMigration,
  '0004-undone-changes': undoneChangesMigration,
  '0005-first-emails': firstEmailsMigration,
  '0006-mail-languages': mailLanguagesMigration,
  '0007-shared-limits': sharedLimitsMigration,
  '0008-device-notifications': deviceNotificationsMigration,
  '0009-notices': noticesMigration,
  '0010-device-codes': deviceCodesMigration,
}
