import type { DevicesResponse } from '@bullring/wire/embedded/custody-api/devices'
import type { Transaction } from 'kysely'
import type { Database } from '../db/database.ts'
import type { CustodyTables } from '../db/schema.ts'

/** Returns the devices of a user that were not revoked, the newest first. */
export async function listDevices(
  db: Database,
  userId: string,
  currentId: string,
): Promise<DevicesResponse['devices']> {
  const rows = await db
    .selectFrom('user_devices as d')
    .leftJoin('wallets as w', 'w.user_id', 'd.user_id')
    .leftJoin('auth_shares as a', (join) =>
      join.onRef('a.wallet_id', '=', 'w.id').onRef('a.device_id', '=', 'd.device_id'),
    )
    .select(['d.device_id', 'd.label', 'd.created_at', 'd.last_seen_at'])
    .select('a.device_id as share_device')
    .where('d.user_id', '=', userId)
    .where('d.revoked_at', 'is', null)
    .orderBy('d.created_at', 'desc')
    .orderBy('d.device_id')
    .execute()
  return rows.map((row) => ({
    id: row.device_id,
    label: row.label,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    isCurrent: row.device_id === currentId,
    hasAuthShare: row.share_device !== null,
  }))
}

/** Ends the sessions of a device, deletes its auth share, and forgets that it was approved. */
export async function revokeDevice(
  trx: Transaction<CustodyTables>,
  { userId, deviceId }: { userId: string; deviceId: string },
  nowS: number,
): Promise<void> {
  await trx
    .deleteFrom('auth_shares')
    .where('device_id', '=', deviceId)
    .where('wallet_id', 'in', (query) =>
      query.selectFrom('wallets').select('id').where('user_id', '=', userId),
    )
    .execute()
  await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('device_id', '=', deviceId)
    .execute()
  const addresses = trx
    .selectFrom('identities')
    .select('subject')
    .where('user_id', '=', userId)
    .where('provider', '=', 'email')
  await trx
    .deleteFrom('trusted_devices')
    .where('device_id', '=', deviceId)
    .where('email', 'in', addresses)
    .execute()
  // A link that was mailed before must not approve it again.
  await trx
    .deleteFrom('device_requests')
    .where('device_id', '=', deviceId)
    .where('email', 'in', addresses)
    .execute()
  await trx
    .updateTable('user_devices')
    .set({ revoked_at: nowS })
    .where('user_id', '=', userId)
    .where('device_id', '=', deviceId)
    .execute()
}
