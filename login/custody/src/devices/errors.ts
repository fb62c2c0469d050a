import { defineHttpError } from '@bullring/server/http/http-error'

/**
 * The removal of a device lacks the vault's assertion of the owner.
 *
 * @remedy Reload the page.
 */
export const OwnerNotProvenError = defineHttpError({
  name: 'OwnerNotProvenError',
  code: 'custody.owner-not-proven',
  status: 403,
  message: 'This takes a proof that the wallet is yours. Please reload the page and try again.',
})
