/** `<area>.<reason>` in kebab-case. Every code is a heading in docs/errors.md; a check compares them. */
export type ErrorCode = `${string}.${string}`

/**
 * Root of every error this project throws on purpose.
 *
 * Callers branch on the class or on `code`, never on `message`: a message is for people and may be
 * reworded, a code is part of the API and may not.
 */
export abstract class BaseError extends Error {
  abstract override readonly name: string
  abstract readonly code: ErrorCode
  /** True when the same call may succeed later although its caller changed nothing. */
  readonly isRetryable: boolean = false
}
