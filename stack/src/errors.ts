import { BaseError } from '@bullring/errors/base-error'

/**
 * The stack cannot start, for a reason that the message names.
 *
 * The message says which, and what to do.
 */
export class StackError extends BaseError {
  override readonly name = 'StackError'
  readonly code = 'stack.cannot-start'
}

/** Returns the error of saved data that cannot be used, with the way to start without it. */
export function damagedData(sentence: string, cause: unknown): StackError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new StackError(`${sentence}: ${reason}\nStart from scratch with: npm start -- --fresh`, {
    cause,
  })
}
