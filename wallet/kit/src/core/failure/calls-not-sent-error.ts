import { BaseError } from '@bullring/errors/base-error'

/** The wallet dropped accepted calls: they never reach a block (EIP-5792, status 4xx). */
export class CallsNotSentError extends BaseError {
  override readonly name = 'CallsNotSentError'
  readonly code = 'wallet.calls-not-sent'

  constructor() {
    super('The wallet did not send the calls')
  }
}
