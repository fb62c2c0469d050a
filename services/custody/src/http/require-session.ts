import type { RequestDevice } from '@bullring/server/device/verify-device-request'
import type { CustodySession } from '@bullring/wire/embedded/custody-api/session'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { findSession } from '../db/sessions.queries.ts'
import { hashToken } from '../token.ts'
import { NoSessionError, NotFreshError } from './errors.ts'

/** How recent a login must be to export or enrol. */
const FRESH_S = 300

export type SessionDeps = {
  db: Database
  nowS: Clock
  /** Whether the session must stay open until the end of the transaction; false by default. */
  isLocked?: boolean
}

/**
 * Returns the session of a signed request.
 *
 * @throws {NoSessionError}
 */
export async function requireSession(
  { db, nowS, isLocked = false }: SessionDeps,
  { id: deviceId, token }: RequestDevice,
): Promise<CustodySession> {
  const session =
    token === null
      ? null
      : await findSession(db, { hash: hashToken(token), deviceId, nowS: nowS(), isLocked })
  if (session === null) throw new NoSessionError()
  return session
}

/** @throws {NotFreshError} unless the user has just logged in. */
export function requireFresh({ authTime }: CustodySession, nowS: number): void {
  if (nowS - authTime > FRESH_S) throw new NotFreshError()
}
