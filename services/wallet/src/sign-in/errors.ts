import { HttpError } from '@bullring/server/http/http-error'

/** The message is no sign-in message for this place and moment. Its reason is for the visitor. */
export class SignInMessageError extends HttpError {
  override readonly name = 'SignInMessageError'
  readonly code = 'siwx.invalid-message'
  readonly status = 422
}

/** The message's nonce is not one of ours, was used before, or is too old. */
export class UnknownNonceError extends HttpError {
  override readonly name = 'UnknownNonceError'
  readonly code = 'siwx.unknown-nonce'
  readonly status = 401

  constructor() {
    super('This sign-in message was used before or is too old. Sign a new one.')
  }
}

/** The account did not sign the message. */
export class WrongSignatureError extends HttpError {
  override readonly name = 'WrongSignatureError'
  readonly code = 'siwx.wrong-signature'
  readonly status = 401

  constructor() {
    super('The signature is not one of this account for this message.')
  }
}

/** Whether a contract wallet signed cannot be told, because its chain does not answer. */
export class SignatureUncheckedError extends HttpError {
  override readonly name = 'SignatureUncheckedError'
  readonly code = 'siwx.signature-unchecked'
  readonly status = 502
  override readonly isRetryable = true

  constructor() {
    super('The signature cannot be checked now, because the chain does not answer. Try again.')
  }
}

/** Nobody is signed in with this token. */
export class NoSessionError extends HttpError {
  override readonly name = 'NoSessionError'
  readonly code = 'siwx.no-session'
  readonly status = 401

  constructor() {
    super('Nobody is signed in with this token.')
  }
}
