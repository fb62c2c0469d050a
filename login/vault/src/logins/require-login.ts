import { defineHttpError } from '@bullring/server/http/http-error'
import type { Database } from '../db/database.ts'
import { findLogin, type Login } from './logins.queries.ts'

/** No login of the device at the vault, or an old one: over 5 minutes for recovery shares, else 7 days. */
export const LoginRequiredError = defineHttpError({
  name: 'LoginRequiredError',
  code: 'login.required',
  status: 401,
  message: 'Please log in again to continue.',
})

/** A login of this age proves that the owner is at the device. */
export const FRESH_SECONDS = 300

/** A login of this age still names the account. Custody's sessions last as long. */
export const SESSION_SECONDS = 7 * 86_400

/**
 * Returns the newest login of a device.
 *
 * @throws {LoginRequiredError} when it is older than `maxAgeSeconds`, or there is none.
 */
export async function requireLogin(
  db: Database,
  deviceId: string,
  maxAgeSeconds: number,
): Promise<Login> {
  const login = await findLogin(db, deviceId)
  if (login === null || login.ageSeconds > maxAgeSeconds) throw new LoginRequiredError()
  return login
}
