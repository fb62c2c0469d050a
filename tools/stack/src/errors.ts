import { BaseError } from '@bullring/errors/base-error'

/** The stack cannot start, for a reason its operator can mend. The message says which and how. */
export class StackError extends BaseError {
  override readonly name = 'StackError'
  readonly code = 'stack.cannot-start'
}
