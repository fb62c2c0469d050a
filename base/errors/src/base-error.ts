/** `<area>.<reason>` in kebab-case. Each code has a row in docs/errors.md, written from the doc comment of its class. */
export type ErrorCode = `${string}.${string}`

/**
 * Base of every error this project throws on purpose.
 *
 * Callers branch on the class or on `code`, never on `message`: codes are part of the API, messages may be
 * reworded.
 */
export abstract class BaseError extends Error {
  abstract override readonly name: string
  abstract readonly code: ErrorCode
  /** Whether the same call may succeed later. */
  readonly isRetryable: boolean = false
}
