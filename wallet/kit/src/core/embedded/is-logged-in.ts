import type { Persistence } from '#core/persistence.ts'

/** Key of the flag that a login to the embedded wallet may exist (R-EMAIL-5). */
export const LOGIN_USED_KEY = 'email-login-used'

/** Key of the flag that a sign-out has not reached the frame (R-EMAIL-4). */
export const SIGN_OUT_OWED_KEY = 'sign-out-owed'

/** Returns whether the frame may still be logged in for a visitor who has signed out. */
export function isSignOutOwed(persistence: Persistence): boolean {
  return persistence.read(SIGN_OUT_OWED_KEY) === true
}

/** Returns whether a visitor of this browser has logged in to the embedded wallet and not signed out. */
export function isLoggedIn(persistence: Persistence): boolean {
  return persistence.read(LOGIN_USED_KEY) === true
}
