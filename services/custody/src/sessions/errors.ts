import { defineHttpError } from '@bullring/server/http/http-error'

/** The vault's assertion is invalid, was used before, or belongs to another device. */
export const InvalidAssertionError = defineHttpError({
  name: 'InvalidAssertionError',
  code: 'session.invalid-assertion',
  status: 401,
  message: 'This login is no longer valid. Please log in again.',
})

/** The account has a wallet, and its owner has not approved this device. */
export const DeviceNotApprovedError = defineHttpError({
  name: 'DeviceNotApprovedError',
  code: 'session.device-not-approved',
  status: 403,
  message: 'This device is not approved yet. Open the link in your mail first.',
})

/** The core cannot check logins of this provider itself. */
export const UncheckedProviderError = defineHttpError({
  name: 'UncheckedProviderError',
  code: 'session.unchecked-provider',
  status: 422,
  message: 'This way to log in is not available.',
})
