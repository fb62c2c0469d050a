import { defineHttpError, type HttpError } from '@bullring/server/http/http-error'
import { defineLimitError } from '@bullring/server/limits/define-limit-error'
import type { CodeOutcome } from './otp.queries.ts'

/**
 * The texts of wrong codes end without a period: wallet modals append `. Try Again`.
 */

/** Not the mailed code. */
const WrongCodeError = defineHttpError({
  name: 'WrongCodeError',
  code: 'otp.wrong-code',
  status: 401,
  message: 'This code is not correct',
})

/** The code is over 20 minutes old, used, replaced, or was never requested for this device, address and purpose. */
const CodeExpiredError = defineHttpError({
  name: 'CodeExpiredError',
  code: 'otp.expired',
  status: 401,
  message: 'This code has expired. Request a new one',
})

/**
 * Five wrong codes, or 20 while correcting single digits.
 *
 * @remedy Request a new one.
 */
const CodeLockedError = defineHttpError({
  name: 'CodeLockedError',
  code: 'otp.locked',
  status: 401,
  message: 'Too many wrong codes. Request a new one',
})

/** Ten wrong codes for this address within a day; known devices count apart. */
const AddressLockedError = defineLimitError({
  name: 'AddressLockedError',
  code: 'otp.address-locked',
  text: 'Too many wrong codes for this address.',
})

/** A code was mailed within 30 s, or the address has had 5 in an hour or 10 in a day, or the IP address 20 in an hour. */
export const MailLimitError = defineLimitError({
  name: 'MailLimitError',
  code: 'otp.cooldown',
})

/** Returns the error of a code that was not accepted. */
export function errorOf(outcome: CodeOutcome): HttpError {
  switch (outcome.kind) {
    case 'wrong':
      return new WrongCodeError()
    case 'locked':
      return new CodeLockedError()
    case 'address-locked':
      return new AddressLockedError(outcome.seconds)
    case 'right':
    case 'expired':
      return new CodeExpiredError()
  }
}
