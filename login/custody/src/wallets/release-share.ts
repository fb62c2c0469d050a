import { toBase64Url } from '@bullring/login-api/base64url'
import type { CustodySession } from '@bullring/login-api/custody-api/session'
import type { AuthShareRequest, ShareResponse } from '@bullring/login-api/custody-api/wallet'
import type { RequestDevice } from '@bullring/login-server/device/verify-device-request'
import type { Envelope } from '@bullring/login-server/envelope/envelope'
import type { Window } from '@bullring/server/limits/take-allowance'
import type { Kysely } from 'kysely'
import type { Clock } from '../clock.ts'
import type { CustodyTables } from '../db/schema.ts'
import { lockSession, requireFresh } from '../http/require-session.ts'
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
  nowS: Clock
  recoveriesPerDay: number
}

/**
 * Hands out the auth share of a device for one signature, and logs it.
 *
 * @throws {NoSessionError} @throws {NoWalletError} @throws {NoShareError} @throws {TooManyReleasesError}
 */
export async function releaseAuthShare(
  { db, envelope, nowS }: ReleaseDeps,
  device: RequestDevice,
  { walletId, method, digest }: AuthShareRequest,
): Promise<ShareResponse> {
  const { id: deviceId, origin } = device
  const record = await db.transaction().execute(async (trx) => {
    // A device that is revoked at the same time gets the share before, or not at all.
    const session = await lockSession(trx, nowS, device)
    if (session.wallet?.id !== walletId) throw new NoWalletError()
    const found = await findAuthShare(trx, walletId, deviceId)
    if (found === null) throw new NoShareError()
    const release = { kind: 'signature', walletId, deviceId, origin, method, digest } as const
    await takeRelease(trx, release, SIGNATURES, nowS())
    return found
  })
  const share = await envelope.decrypt(record, authShareContext(walletId, deviceId))
  return { walletId, share: toBase64Url(share) }
}

/**
 * Hands out the core's recovery share after a login within the last five minutes, and logs it.
 *
 * @throws {NoSessionError} @throws {NotFreshError} @throws {NoWalletError} @throws {TooManyReleasesError}
 */
export async function releaseRecoveryShare(
  { db, envelope, nowS, recoveriesPerDay }: ReleaseDeps,
  device: RequestDevice,
): Promise<{ released: ShareResponse; session: CustodySession }> {
  const { id: deviceId, origin } = device
  const { record, walletId, session } = await db.transaction().execute(async (trx) => {
    const session = await lockSession(trx, nowS, device)
    requireFresh(session, nowS())
    const walletId = session.wallet?.id
    const record = walletId === undefined ? null : await findRecoveryShare(trx, walletId)
    if (walletId === undefined || record === null) throw new NoWalletError()
    const limit = { seconds: DAY_S, max: recoveriesPerDay }
    await takeRelease(trx, { kind: 'recovery', walletId, deviceId, origin }, limit, nowS())
    return { record, walletId, session }
  })
  const share = await envelope.decrypt(record, recoveryShareContext(walletId))
  return { released: { walletId, share: toBase64Url(share) }, session }
}
