import type { CustodySession } from '@bullring/login-api/custody-api/session'
import type { RequestDevice } from '@bullring/login-server/device/verify-device-request'
import { hashToken } from '@bullring/login-server/secret-token'
import type { Transaction } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { lockUser } from '../db/lock-user.ts'
import type { CustodyTables } from '../db/schema.ts'
import { findSession } from '../db/sessions.queries.ts'
import { NoSessionError, NotFreshError } from './errors.ts'

/** Greatest age of a login that may export or enrol. */
const FRESH_S = 300

export type SessionDeps = { db: Database; nowS: Clock }

/**
 * Returns the session of a signed request.
 *
 * @throws {NoSessionError}
 */
export async function requireSession(
  { db, nowS }: SessionDeps,
  { id: deviceId, token }: RequestDevice,
): Promise<CustodySession> {
  const session =
    token === null
      ? null
      : await findSession(db, { hash: hashToken(token), deviceId, nowS: nowS() })
  if (session === null) throw new NoSessionError()
  return session
}

/**
 * Returns the session of a signed request, which stays open until the end of the transaction.
 *
 * @throws {NoSessionError}
 */
export async function lockSession(
  trx: Transaction<CustodyTables>,
  nowS: Clock,
  device: RequestDevice,
): Promise<CustodySession> {
  const { user } = await requireSession({ db: trx, nowS }, device)
  await lockUser(trx, user.id)
  return await requireSession({ db: trx, nowS }, device)
}

/** @throws {NotFreshError} unless the user has just logged in. */
export function requireFresh({ authTime }: CustodySession, nowS: number): void {
  if (nowS - authTime > FRESH_S) throw new NotFreshError()
}
