import { defineHttpError, HttpError } from '@bullring/server/http/http-error'

/** The message is not a valid sign-in message for this site and time. The error text is for the visitor. */
export class SignInMessageError extends HttpError {
  override readonly name = 'SignInMessageError'
  readonly code = 'siwx.invalid-message'
  readonly status = 422
}

/** The message's nonce was not issued here, was used before, or has expired. */
export const UnknownNonceError = defineHttpError({
  name: 'UnknownNonceError',
  code: 'siwx.unknown-nonce',
  status: 401,
  message: 'This sign-in message was used before or is too old. Sign a new one.',
})

/** The account did not sign the message. */
export const WrongSignatureError = defineHttpError({
  name: 'WrongSignatureError',
  code: 'siwx.wrong-signature',
  status: 401,
  message: 'The signature does not match this account and message.',
})

/** The signature of a contract wallet cannot be checked: its chain does not respond. */
export const SignatureUncheckedError = defineHttpError({
  name: 'SignatureUncheckedError',
  code: 'siwx.signature-unchecked',
  status: 502,
  isRetryable: true,
  message: 'The signature cannot be checked now, because the chain does not respond. Try again.',
})

/** The token belongs to no session. */
export const NoSessionError = defineHttpError({
  name: 'NoSessionError',
  code: 'siwx.no-session',
  status: 401,
  message: 'No one is signed in with this token.',
})
