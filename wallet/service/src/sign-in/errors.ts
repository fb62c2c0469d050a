import { defineHttpError, HttpError } from '@bullring/server/http/http-error'

/**
 * The message violates EIP-4361, or is for another site, chain or time.
 *
 * The error text is for the visitor.
 *
 * @remedy Check the device's clock.
 */
export class SignInMessageError extends HttpError {
  override readonly name = 'SignInMessageError'
  readonly code = 'siwx.invalid-message'
  readonly status = 422
}

/** The nonce was not issued here, was used, or is over five minutes old. */
export const UnknownNonceError = defineHttpError({
  name: 'UnknownNonceError',
  code: 'siwx.unknown-nonce',
  status: 401,
  message: 'This sign-in message was used before or is too old. Sign a new one.',
})

/** The signature is not the account's. */
export const WrongSignatureError = defineHttpError({
  name: 'WrongSignatureError',
  code: 'siwx.wrong-signature',
  status: 401,
  message: 'The signature does not match this account and message.',
})

/** A contract wallet's signature cannot be checked: its chain does not respond. */
export const SignatureUncheckedError = defineHttpError({
  name: 'SignatureUncheckedError',
  code: 'siwx.signature-unchecked',
  status: 502,
  isRetryable: true,
  message: 'The signature cannot be checked now, because the chain does not respond. Try again.',
})

/** The token has expired, was revoked, or is of another site. */
export const NoSessionError = defineHttpError({
  name: 'NoSessionError',
  code: 'siwx.no-session',
  status: 401,
  message: 'No one is signed in with this token.',
})
