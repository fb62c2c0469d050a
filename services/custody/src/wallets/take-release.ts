import { takeAllowance, type Window } from '@bullring/server/limits/take-allowance'
import { sql, type Transaction } from 'kysely'
import type { CustodyTables } from '../db/schema.ts'
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
