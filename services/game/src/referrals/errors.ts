import { HttpError } from '@bullring/server/http/http-error'

/** No account has this code. */
export class UnknownReferCodeError extends HttpError {
  override readonly name = 'UnknownReferCodeError'
  readonly code = 'referral.unknown-code'
  readonly status = 404

  constructor() {
    super('No account has this invitation code.')
  }
}

/** The code is the account's own. */
export class OwnReferCodeError extends HttpError {
  override readonly name = 'OwnReferCodeError'
  readonly code = 'referral.own-code'
  readonly status = 409

  constructor() {
    super('An account cannot invite itself.')
  }
}
