import type { Database } from './database.ts'

/** Returns whether the owner of the mailbox let this device log in. */
export async function isTrusted(db: Database, email: string, deviceId: string): Promise<boolean> {
  const row = await db
    .selectFrom('trusted_devices')
    .select('device_id')
    .where('email', '=', email)
    .where('device_id', '=', deviceId)
    .executeTakeFirst()
  return row !== undefined
}

/** Lets a device log in with an address from now on. */
export async function trustDevice(
  db: Database,
  device: { email: string; deviceId: string },
  nowS: number,
): Promise<void> {
  await db
    .insertInto('trusted_devices')
    .values({ email: device.email, device_id: device.deviceId, approved_at: nowS })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns whether the account of an e-mail address has a wallet. */
export async function hasWallet(db: Database, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('identities as i')
    .innerJoin('wallets as w', 'w.user_id', 'i.user_id')
    .select('w.id')
    .where('i.provider', '=', 'email')
    .where('i.subject', '=', email)
    .executeTakeFirst()
  return row !== undefined
}
