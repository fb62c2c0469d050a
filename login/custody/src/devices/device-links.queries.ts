import { createToken } from '@bullring/login-server/secret-token'
import type { Database } from '../db/database.ts'
import { UNDO_S } from '../db/reserved-emails.queries.ts'

/** Time for which a link is kept: its page says that it is too late. */
const KEPT_S = 30 * 86_400

/** Creates a link that removes a new device. Returns its token, of which only the hash is stored. */
export async function addDeviceLink(
  db: Database,
  { userId, deviceId }: { userId: string; deviceId: string },
  nowS: number,
): Promise<string> {
  const { token, hash } = createToken()
  const link = { token_hash: hash, user_id: userId, device_id: deviceId, created_at: nowS }
  await db.insertInto('device_links').values(link).execute()
  return token
}

/** A new device as the page behind a mailed link shows it. */
export type LinkedDevice = {
  userId: string
  deviceId: string
  label: string
  createdAt: number
  isRemoved: boolean
  isTooOld: boolean
}

/** Finds the device of a mailed link. */
export async function findLinkedDevice(
  db: Database,
  hash: Buffer,
  nowS: number,
): Promise<LinkedDevice | null> {
  const row = await db
    .selectFrom('device_links as l')
    .innerJoin('user_devices as d', (join) =>
      join.onRef('d.user_id', '=', 'l.user_id').onRef('d.device_id', '=', 'l.device_id'),
    )
    .select(['l.user_id', 'l.device_id', 'l.created_at', 'd.label', 'd.revoked_at'])
    .where('l.token_hash', '=', hash)
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    userId: row.user_id,
    deviceId: row.device_id,
    label: row.label,
    createdAt: row.created_at,
    isRemoved: row.revoked_at !== null,
    isTooOld: row.created_at <= nowS - UNDO_S,
  }
}

/** Deletes links that no page needs to know. */
export async function deleteOldLinks(db: Database, nowS: number): Promise<void> {
  await db
    .deleteFrom('device_links')
    .where('created_at', '<', nowS - KEPT_S)
    .execute()
}
