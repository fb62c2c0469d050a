import type { KeyObject } from 'node:crypto'
import type { Database } from '../db/database.ts'
import { findAccountOfWallet } from './account-shares.queries.ts'
import type { Login } from './logins.queries.ts'
import {
  FRESH_SECONDS,
  LoginRequiredError,
  requireLogin,
  SESSION_SECONDS,
} from './require-login.ts'
import { readSessionReceipt } from './verify-receipt.ts'

export type SessionDeps = { db: Database; custodyKey: KeyObject }

/** A device, and custody's receipt of its session; null for none. */
export type SessionCaller = { deviceId: string; receipt: string | null }

/**
 * Returns the newest login of a device: one of the last five minutes, or an older one whose session custody confirms. Devices
 * that custody has revoked get no receipt.
 *
 * @throws {LoginRequiredError}
 */
export async function requireSession(
  { db, custodyKey }: SessionDeps,
  { deviceId, receipt }: SessionCaller,
): Promise<Login> {
  const login = await requireLogin(db, deviceId, SESSION_SECONDS)
  if (login.ageSeconds <= FRESH_SECONDS) return login
  const confirmed = await readSessionReceipt(receipt, { custodyKey, deviceId })
  const accountId = confirmed && (await findAccountOfWallet(db, confirmed.walletId))
  // A device can be logged in to another account at another site.
  if (accountId !== login.accountId) throw new LoginRequiredError()
  return login
}
