import { CREATE_TELEGRAM_LOGINS } from '@bullring/login-server/telegram/telegram-logins'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Creates the table of used logins with Telegram. */
export const telegramLoginsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of CREATE_TELEGRAM_LOGINS) await statement.execute(db)
  },
}
