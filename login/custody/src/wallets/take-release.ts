import { takeAllowance, type Window } from '@bullring/server/limits/take-allowance'
import { sql, type Transaction } from 'kysely'
import type { CustodyTables } from '../db/schema.ts'
import { NotFreshError } from '../http/errors.ts'
import { TooManyReleasesError } from './errors.ts'

/** A share that is about to be handed out. */
export type Release = {
  walletId: string
  deviceId: string
  origin: string
} & ({ kind: 'recovery' } | { kind: 'signature'; method: string; digest: string })

/**
 * Logs a release unless the limit is reached: signatures count per device, recoveries per wallet.
 *
 * @throws {TooManyReleasesError}
 */
export async function takeRelease(
  trx: Transaction<CustodyTables>,
  release: Release,
  window: Window,
  nowS: number,
): Promise<void> {
  const { kind, walletId, deviceId, origin } = release
  const key = kind === 'signature' ? `${walletId}|${deviceId}` : walletId
  const wait = await takeAllowance(trx, { kind, key, windows: [window] }, sql`${nowS}::int8`)
  if (wait > 0) throw new TooManyReleasesError(wait)
  const purpose =
    release.kind === 'signature'
      ? { method: release.method, digest: release.digest }
      : { method: null, digest: null }
  await trx
    .insertInto('release_log')
    .values({ kind, wallet_id: walletId, device_id: deviceId, origin, ...purpose, at: nowS })
    .execute()
}

/** A device is enrolled at once. A user may take a while to find the passkey. */
const ENROLMENT_S = 3_600

/**
 * Checks that a device has received the recovery share just now, of which the owner was notified. Otherwise a device that
 * stores any share first would not count as new when it recovers the wallet.
 *
 * @throws {NotFreshError}
 */
export async function requireRecovery(
  trx: Transaction<CustodyTables>,
  { walletId, deviceId }: { walletId: string; deviceId: string },
  nowS: number,
): Promise<void> {
  const release = await trx
    .selectFrom('release_log')
    .select('id')
    .where('kind', '=', 'recovery')
    .where('wallet_id', '=', walletId)
    .where('device_id', '=', deviceId)
    .where('at', '>', nowS - ENROLMENT_S)
    .executeTakeFirst()
  if (release === undefined) throw new NotFreshError()
}
