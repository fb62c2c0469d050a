import { defineHttpError } from '@bullring/server/http/http-error'
import { defineLimitError } from '@bullring/server/limits/define-limit-error'

/**
 * Another device of the account stored a wallet.
 *
 * @remedy Log in again.
 */
export const WalletExistsError = defineHttpError({
  name: 'WalletExistsError',
  code: 'custody.wallet-exists',
  status: 409,
  message: 'This account has a wallet.',
})

/**
 * The signature in the request is not by the new wallet's key.
 *
 * @remedy Report it.
 */
export const InvalidProofError = defineHttpError({
  name: 'InvalidProofError',
  code: 'custody.invalid-proof',
  status: 422,
  message: 'The request does not prove that its sender holds the key of the wallet.',
})

/**
 * The user lacks the wallet that the request names.
 *
 * @remedy Reload the page.
 */
export const NoWalletError = defineHttpError({
  name: 'NoWalletError',
  code: 'custody.no-wallet',
  status: 404,
  message: 'This account has no such wallet.',
})

/**
 * The core has no share for this device: revoked, or never enrolled.
 *
 * @remedy Log in again.
 */
export const NoShareError = defineHttpError({
  name: 'NoShareError',
  code: 'custody.no-share',
  status: 404,
  message: 'This device cannot use the wallet. Please log in again.',
})

/** Over 30 signatures a minute of a device, or three recoveries a day of a wallet. */
export const TooManyReleasesError = defineLimitError({
  name: 'TooManyReleasesError',
  code: 'custody.too-many-releases',
})
