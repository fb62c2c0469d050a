import { defineHttpError } from '@bullring/server/http/http-error'

/**
 * No change began on this device within an hour, or the current email is unconfirmed.
 *
 * @remedy Start again; add a first email on `/dashboard`.
 */
export const NoUpdateError = defineHttpError({
  name: 'NoUpdateError',
  code: 'email.no-update',
  status: 409,
  message: 'Please start again with the new email.',
})

/** The new email has a wallet, or is the current one. */
export const EmailInUseError = defineHttpError({
  name: 'EmailInUseError',
  code: 'email.in-use',
  status: 409,
  message: 'This email already has a wallet.',
})
