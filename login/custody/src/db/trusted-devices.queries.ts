import type { Database } from './database.ts'

/** A device that wants to log in with an address. */
type Login = { email: string; deviceId: string }

/** An approved link lets a device log in within this time. Afterwards only the devices of the user's list may. */
const APPROVAL_S = 3_600

/** Returns whether the owner of the mailbox let this device log in, a moment ago or as one of the user's devices. */
export async function isTrusted(db: Database, login: Login, nowS: number): Promise<boolean> {
  const row = await db
    .selectFrom('trusted_devices as t')
    .leftJoin('identities as i', (join) =>
      join.on('i.provider', '=', 'email').onRef('i.subject', '=', 't.email'),
    )
    .leftJoin('user_devices as d', (join) =>
      join
        .onRef('d.user_id', '=', 'i.user_id')
        .onRef('d.device_id', '=', 't.device_id')
        .on('d.revoked_at', 'is', null),
    )
    .select('t.device_id')
    .where('t.email', '=', login.email)
    .where('t.device_id', '=', login.deviceId)
    .where((row) =>
      row.or([row('t.approved_at', '>', nowS - APPROVAL_S), row('d.device_id', 'is not', null)]),
    )
    .executeTakeFirst()
  return row !== undefined
}

/** Lets a device log in with an address. */
export async function trustDevice(db: Database, login: Login, nowS: number): Promise<void> {
  await db
    .insertInto('trusted_devices')
    .values({ email: login.email, device_id: login.deviceId, approved_at: nowS })
    .onConflict((conflict) =>
      conflict.columns(['email', 'device_id']).doUpdateSet({ approved_at: nowS }),
    )
    .execute()
}

/** Deletes approvals that no device has used in time. */
export async function deleteUnusedApprovals(db: Database, nowS: number): Promise<void> {
  await db
    .deleteFrom('trusted_devices')
    .where('approved_at', '<=', nowS - APPROVAL_S)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('identities as i')
            .innerJoin('user_devices as d', 'd.user_id', 'i.user_id')
            .select('d.device_id')
            .where('i.provider', '=', 'email')
            .whereRef('i.subject', '=', 'trusted_devices.email')
            .whereRef('d.device_id', '=', 'trusted_devices.device_id')
            .where('d.revoked_at', 'is', null),
        ),
      ),
    )
    .execute()
}
