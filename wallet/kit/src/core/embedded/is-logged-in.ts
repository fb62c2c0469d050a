import type { Persistence } from '#core/persistence.ts'

/** Key of the flag that a login to the embedded wallet may exist (R-EMAIL-5). */
export const LOGIN_USED_KEY = 'email-login-used'

/** Returns whether a visitor of this browser has logged in to the embedded wallet and not signed out. */
export function isLoggedIn(persistence: Persistence): boolean {
  return persistence.read(LOGIN_USED_KEY) === true
}
