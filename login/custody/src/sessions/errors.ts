import { defineHttpError } from '@bullring/server/http/http-error'

/**
 * The account's owner has not approved this device.
 *
 * @remedy Open the mailed link. Many without mails: the vault may be compromised.
 */
export const DeviceNotApprovedError = defineHttpError({
  name: 'DeviceNotApprovedError',
  code: 'session.device-not-approved',
  status: 403,
  message: 'This device is not approved yet. Open the link in your email first.',
})

/**
 * The core cannot check this provider's logins.
 *
 * @remedy Add it to `CUSTODY_OAUTH_CLIENTS`.
 */
export const UncheckedProviderError = defineHttpError({
  name: 'UncheckedProviderError',
  code: 'session.unchecked-provider',
  status: 422,
  message: 'This way to log in is not available.',
})

/**
 * The other site's token is forged, expired, used, or of another client, account or device.
 *
 * @remedy Compare `CUSTODY_OAUTH_CLIENTS` and `VAULT_OAUTH_CLIENTS`; many otherwise: the vault may be compromised.
 */
export const InvalidEvidenceError = defineHttpError({
  name: 'InvalidEvidenceError',
  code: 'session.invalid-evidence',
  status: 401,
  message: 'This login could not be confirmed. Please start again.',
})

/** The login's provider does not respond to the core as documented. */
export const ProviderFailedError = defineHttpError({
  name: 'ProviderFailedError',
  code: 'session.provider-failed',
  status: 502,
  isRetryable: true,
  message: 'The login service does not respond as expected. Please try again.',
})

/**
 * The address had a wallet within 72 hours: the change can still be undone.
 *
 * @remedy Use the new address, undo the change, or wait.
 */
export const EmailReservedError = defineHttpError({
  name: 'EmailReservedError',
  code: 'session.email-reserved',
  status: 409,
  message:
    'This email was changed to another one within the last 72 hours. Log in with that one, or undo the change with the link in your email.',
})
