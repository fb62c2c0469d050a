import type { DevicesResponse } from '@bullring/login-api/custody-api/devices'
import type { Database } from '../db/database.ts'

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
