import { defineHttpError } from '@bullring/server/http/http-error'

/**
 * The core's receipt is over a minute old, another device's, or not signed by `VAULT_CUSTODY_PUBLIC_KEY`.
 *
 * @remedy Check both clocks, then open the wallet again.
 */
export const InvalidReceiptError = defineHttpError({
  name: 'InvalidReceiptError',
  code: 'email.invalid-receipt',
  status: 422,
  message: 'This change could not be finished. Please log in again.',
})
