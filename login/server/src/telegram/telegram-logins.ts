import { type QueryExecutorProvider, sql } from 'kysely'
import { CLOCK_SKEW_S, MAX_AGE_S } from './login-times.ts'

/** Creates the table of claimed launch data, in a migration of the service. */
export const CREATE_TELEGRAM_LOGINS = [
  sql`create table telegram_logins (
    digest text primary key,
    device_id text not null,
    claimed_at int8 not null
  )`,
  sql`create index telegram_logins_by_time on telegram_logins (claimed_at)`,
]

/** The device may repeat its request for so long: the response may have been lost. */
const REPEAT_S = 120

/** Claims are kept until no launch data is young enough: it can be signed after its claim by a clock that is ahead. */
const KEPT_S = MAX_AGE_S + 2 * CLOCK_SKEW_S

/** Claims launch data for a device. Returns false if another device was first, or this one more than two minutes ago. */
export async function claimTelegramLogin(
  db: QueryExecutorProvider,
  { digest, deviceId }: { digest: string; deviceId: string },
  nowS: number,
): Promise<boolean> {
  const { rows } = await sql<{ device_id: string; claimed_at: number }>`
    insert into telegram_logins as known (digest, device_id, claimed_at)
    values (${digest}, ${deviceId}, ${nowS})
    on conflict (digest) do update set claimed_at = known.claimed_at
    returning device_id, claimed_at
  `.execute(db)
  const [claim] = rows
  return claim?.device_id === deviceId && claim.claimed_at > nowS - REPEAT_S
}

/** Deletes claims of launch data that is too old anyway. */
export async function deleteOldTelegramLogins(
  db: QueryExecutorProvider,
  nowS: number,
): Promise<void> {
  await sql`delete from telegram_logins where claimed_at < ${nowS - KEPT_S}`.execute(db)
}
