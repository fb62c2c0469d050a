import { BaseError } from '@bullring/errors/base-error'

/** The stack cannot start, for a reason the operator can fix. The message says what and how. */
export class StackError extends BaseError {
  override readonly name = 'StackError'
  readonly code = 'stack.cannot-start'
}
