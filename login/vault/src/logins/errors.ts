import { defineHttpError } from '@bullring/server/http/http-error'

/** Custody's receipt is invalid, too old, or belongs to another device. */
export const InvalidReceiptError = defineHttpError({
  name: 'InvalidReceiptError',
  code: 'email.invalid-receipt',
  status: 422,
  message: 'This change could not be finished. Please log in again.',
})
