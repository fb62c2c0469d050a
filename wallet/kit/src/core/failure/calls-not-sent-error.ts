import { BaseError } from '@bullring/errors/base-error'

/** The wallet gave up calls that it had accepted: they are in no block, and never will be (EIP-5792, status 4xx). */
export class CallsNotSentError extends BaseError {
  override readonly name = 'CallsNotSentError'
  readonly code = 'wallet.calls-not-sent'

  constructor() {
    super('The wallet did not send the calls')
  }
}
