import type { Transaction } from 'kysely'
import type { CustodyTables } from './schema.ts'

/** Devices of a user: one, all but one, or all. */
export type RevokedDevices = { userId: string } & ({ only: string } | { except: string | null })

/**
 * Ends the sessions of devices, deletes their auth shares, and forgets that they were approved. The user must be locked: a
 * login at the same time comes before or after it as a whole.
 *
 * @returns Their labels, or none for devices that were revoked before.
 */
export async function revokeDevices(
  trx: Transaction<CustodyTables>,
  revoked: RevokedDevices,
  nowS: number,
): Promise<readonly string[]> {
  const { userId } = revoked
  const [operator, deviceId] =
    'only' in revoked ? (['=', revoked.only] as const) : (['!=', revoked.except ?? ''] as const)
  const addresses = trx
    .selectFrom('identities')
    .select('subject')
    .where('user_id', '=', userId)
    .where('provider', '=', 'email')
  await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('device_id', operator, deviceId)
    .execute()
  await trx
    .deleteFrom('auth_shares')
    .where('device_id', operator, deviceId)
    .where('wallet_id', 'in', (query) =>
      query.selectFrom('wallets').select('id').where('user_id', '=', userId),
    )
    .execute()
  // A link that was mailed before must not approve a device again.
  for (const table of ['device_requests', 'trusted_devices'] as const) {
    await trx
      .deleteFrom(table)
      .where('device_id', operator, deviceId)
      .where('email', 'in', addresses)
      .execute()
  }
  const rows = await trx
    .updateTable('user_devices')
    .set({ revoked_at: nowS })
    .where('user_id', '=', userId)
    .where('device_id', operator, deviceId)
    .where('revoked_at', 'is', null)
    .returning('label')
    .execute()
  return rows.map(({ label }) => label)
}
