import { defineHttpError } from '@bullring/server/http/http-error'

/** No account has this code. */
export const UnknownReferCodeError = defineHttpError({
  name: 'UnknownReferCodeError',
  code: 'referral.unknown-code',
  status: 404,
  message: 'No account has this invitation code.',
})

/** The account's own code (R-REFERRAL-2). */
export const OwnReferCodeError = defineHttpError({
  name: 'OwnReferCodeError',
  code: 'referral.own-code',
  status: 409,
  message: 'An account cannot invite itself.',
})
