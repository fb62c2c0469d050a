import { BaseError, HttpRequestError, InsufficientFundsError, TimeoutError } from 'viem'
import { isRejection } from '#core/is-rejection.ts'

/** What a visitor reads when a transfer was not sent (spec, section 8), by its cause. */
export function sendErrorText(error: unknown): string {
  if (isRejection(error)) return 'Transaction declined'
  if (hasCause(error, InsufficientFundsError)) return 'Insufficient Funds'
  if (hasCause(error, HttpRequestError) || hasCause(error, TimeoutError)) {
    return 'The network cannot be reached. Try again.'
  }
  return 'Something went wrong'
}

type ErrorClass = abstract new (...parameters: never) => Error

function hasCause(error: unknown, kind: ErrorClass): boolean {
  return error instanceof BaseError && error.walk((cause) => cause instanceof kind) !== null
}
