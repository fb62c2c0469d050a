import { sql, type Transaction } from 'kysely'
import type { CustodyTables } from '../db/schema.ts'
import { TooManyReleasesError } from './errors.ts'

/** A share that is about to be handed out. */
export type Release = {
  walletId: string
  deviceId: string
  origin: string
} & ({ kind: 'recovery' } | { kind: 'signature'; method: string; digest: string })

/** At most `max` releases within `seconds`. */
export type ReleaseLimit = { seconds: number; max: number }

/**
 * Logs a release unless the limit is reached: signatures count per device, recoveries per wallet. Concurrent
 * transactions for the same wallet wait for each other.
 *
 * @throws {TooManyReleasesError}
 */
export async function takeRelease(
  trx: Transaction<CustodyTables>,
  release: Release,
  { seconds, max }: ReleaseLimit,
  nowS: number,
): Promise<void> {
  const { kind, walletId, deviceId, origin } = release
  await sql`select pg_advisory_xact_lock(hashtextextended(${walletId}, 0))`.execute(trx)
  const oldest = await trx
    .selectFrom('release_log')
    .select('at')
    .where('wallet_id', '=', walletId)
    .where('kind', '=', kind)
    .where('at', '>', nowS - seconds)
    .$if(kind === 'signature', (query) => query.where('device_id', '=', deviceId))
    .orderBy('at', 'desc')
    .offset(max - 1)
    .limit(1)
    .executeTakeFirst()
  if (oldest !== undefined) throw new TooManyReleasesError(oldest.at + seconds - nowS)
  const purpose =
    release.kind === 'signature'
      ? { method: release.method, digest: release.digest }
      : { method: null, digest: null }
  await trx
    .insertInto('release_log')
    .values({ kind, wallet_id: walletId, device_id: deviceId, origin, ...purpose, at: nowS })
    .execute()
}
