import { sql, type Transaction } from 'kysely'
import { DATABASE_TIME } from '../db/clock.ts'
import type { Database } from '../db/database.ts'
import type { VaultTables } from '../db/schema.ts'

/** Message that a phone has signed on a channel. */
export type SignedChannel = {
  message: string
  signature: `0x${string}`
  userName: string | null
}

/** A login with Farcaster that a device has started. */
export type FarcasterChannel = {
  id: string
  token: string
  salt: string
  /** Null until the phone has approved. */
  result: SignedChannel | null
}

/** Time to approve on the phone. */
export const CHANNEL_LIFETIME_SECONDS = 600

/** A result can be read again: the response may have been lost on a phone whose page was in the background. */
const RESULT_LIFETIME_SECONDS = 120

/** Stores a channel, which replaces the earlier one of the device. */
export async function insertChannel(
  trx: Transaction<VaultTables>,
  channel: { deviceId: string; token: string; salt: string },
): Promise<string> {
  const row = {
    id: sql<string>`gen_random_uuid()`,
    token: channel.token,
    salt: channel.salt,
    message: null,
    signature: null,
    user_name: null,
    expires_at: sql<number>`${DATABASE_TIME} + ${CHANNEL_LIFETIME_SECONDS}::int8`,
  }
  const { id } = await trx
    .insertInto('farcaster_channels')
    .values({ device_id: channel.deviceId, ...row })
    .onConflict((conflict) => conflict.column('device_id').doUpdateSet(row))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns a channel of a device, unless it has expired or was replaced. */
export async function findChannel(
  db: Database,
  id: string,
  deviceId: string,
): Promise<FarcasterChannel | undefined> {
  const row = await db
    .selectFrom('farcaster_channels')
    .select(['token', 'salt', 'message', 'signature', 'user_name'])
    .where('id', '=', id)
    .where('device_id', '=', deviceId)
    .where('expires_at', '>', DATABASE_TIME)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { token, salt, message, signature, user_name: userName } = row
  const result =
    message === null || signature === null
      ? null
      : { message, signature: signature as `0x${string}`, userName }
  return { id, token, salt, result }
}

/** Stores what the phone has signed: the relay returns it only once. */
export async function storeChannelResult(
  db: Database,
  id: string,
  { message, signature, userName }: SignedChannel,
): Promise<void> {
  await db
    .updateTable('farcaster_channels')
    .set({ message, signature, user_name: userName })
    .set({ expires_at: sql<number>`${DATABASE_TIME} + ${RESULT_LIFETIME_SECONDS}::int8` })
    .where('id', '=', id)
    .execute()
}

/** Deletes a channel, unless it has a result. */
export async function deleteUnsignedChannel(db: Database, id: string): Promise<void> {
  await db
    .deleteFrom('farcaster_channels')
    .where('id', '=', id)
    .where('message', 'is', null)
    .execute()
}

/** Deletes channels that have expired. */
export async function deleteExpiredChannels(db: Database): Promise<void> {
  await db.deleteFrom('farcaster_channels').where('expires_at', '<=', DATABASE_TIME).execute()
}
