import type { RequestDevice } from '@bullring/server/device/verify-device-request'
import type { Envelope } from '@bullring/server/envelope/envelope'
import type { Window } from '@bullring/server/limits/take-allowance'
import { toBase64Url } from '@bullring/wire/embedded/base64url'
import type { CustodySession } from '@bullring/wire/embedded/custody-api/session'
import type { AuthShareRequest, ShareResponse } from '@bullring/wire/embedded/custody-api/wallet'
import type { Kysely } from 'kysely'
import type { CustodyTables } from '../db/schema.ts'
import { NoShareError, NoWalletError } from './errors.ts'
import { authShareContext, recoveryShareContext } from './share-context.ts'
import { findAuthShare, findRecoveryShare } from './shares.queries.ts'
import { takeRelease } from './take-release.ts'

/** Signatures of one device. */
const SIGNATURES: Window = { seconds: 60, max: 30 }

const DAY_S = 86_400

export type ReleaseDeps = {
  db: Kysely<CustodyTables>
  envelope: Envelope
  recoveriesPerDay: number
}

/**
 * Hands out the auth share of a device for one signature, and logs it.
 *
 * @throws {NoWalletError} @throws {NoShareError} @throws {TooManyReleasesError}
 */
export async function releaseAuthShare(
  { db, envelope }: ReleaseDeps,
  { device, session }: { device: RequestDevice; session: CustodySession },
  { walletId, method, digest }: AuthShareRequest,
  nowS: number,
): Promise<ShareResponse> {
  if (session.wallet?.id !== walletId) throw new NoWalletError()
  const { id: deviceId, origin } = device
  const record = await findAuthShare(db, walletId, deviceId)
  if (record === null) throw new NoShareError()
  const release = { kind: 'signature', walletId, deviceId, origin, method, digest } as const
  await db.transaction().execute((trx) => takeRelease(trx, release, SIGNATURES, nowS))
  const share = await envelope.decrypt(record, authShareContext(walletId, deviceId))
  return { walletId, share: toBase64Url(share) }
}

/**
 * Hands out the core's recovery share, and logs it.
 *
 * @throws {NoWalletError} @throws {TooManyReleasesError}
 */
export async function releaseRecoveryShare(
  { db, envelope, recoveriesPerDay }: ReleaseDeps,
  { device, session }: { device: RequestDevice; session: CustodySession },
  nowS: number,
): Promise<ShareResponse> {
  const walletId = session.wallet?.id
  const record = walletId === undefined ? null : await findRecoveryShare(db, walletId)
  if (walletId === undefined || record === null) throw new NoWalletError()
  const release = {
    kind: 'recovery',
    walletId,
    deviceId: device.id,
    origin: device.origin,
  } as const
  const limit = { seconds: DAY_S, max: recoveriesPerDay }
  await db.transaction().execute((trx) => takeRelease(trx, release, limit, nowS))
  const share = await envelope.decrypt(record, recoveryShareContext(walletId))
  return { walletId, share: toBase64Url(share) }
}
