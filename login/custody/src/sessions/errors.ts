import { defineHttpError } from '@bullring/server/http/http-error'

/** The account has a wallet, and its owner has not approved this device. */
export const DeviceNotApprovedError = defineHttpError({
  name: 'DeviceNotApprovedError',
  code: 'session.device-not-approved',
  status: 403,
  message: 'This device is not approved yet. Open the link in your email first.',
})

/** The core cannot check logins of this provider itself. */
export const UncheckedProviderError = defineHttpError({
  name: 'UncheckedProviderError',
  code: 'session.unchecked-provider',
  status: 422,
  message: 'This way to log in is not available.',
})

/** What came with the vault's assertion does not prove that login, or was used before. */
export const InvalidEvidenceError = defineHttpError({
  name: 'InvalidEvidenceError',
  code: 'session.invalid-evidence',
  status: 401,
  message: 'This login could not be confirmed. Please start again.',
})

/** The provider at which the core checks the login does not respond, or not as documented. */
export const ProviderFailedError = defineHttpError({
  name: 'ProviderFailedError',
  code: 'session.provider-failed',
  status: 502,
  isRetryable: true,
  message: 'The login service does not respond as expected. Please try again.',
})

/** The address belonged to a wallet, and the change of its address can still be undone. */
export const EmailReservedError = defineHttpError({
  name: 'EmailReservedError',
  code: 'session.email-reserved',
  status: 409,
  message:
    'This email was changed to another one within the last 72 hours. Log in with that one, or undo the change with the link in your email.',
})
