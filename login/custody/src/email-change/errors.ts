import { defineHttpError } from '@bullring/server/http/http-error'

/** The new email has an account, had one within 72 hours, or is the current one. */
export const EmailInUseError = defineHttpError({
  name: 'EmailInUseError',
  code: 'custody.email-in-use',
  status: 409,
  message: 'This email is already in use.',
})

/**
 * No current address could approve the new one: an app could add one.
 *
 * The dashboard is not part of any app.
 *
 * @remedy Add it on `/dashboard`.
 */
export const NoEmailError = defineHttpError({
  name: 'NoEmailError',
  code: 'custody.no-email',
  status: 409,
  message: 'A wallet without an email adds its first one on the wallet’s dashboard.',
})

/**
 * The owner of the current address has not approved the change on this device within an hour.
 *
 * @remedy Press Approve in “Change your email to …”, then enter the codes again.
 */
export const ChangeNotApprovedError = defineHttpError({
  name: 'ChangeNotApprovedError',
  code: 'custody.change-not-approved',
  status: 409,
  message: 'This change is not approved yet. Open the link in your email first.',
})
