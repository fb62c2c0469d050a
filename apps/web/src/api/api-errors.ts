import { BaseError } from '@bullring/errors/base-error'

/** The server could not be reached at all: no network, or nobody listens. */
export class ApiUnreachableError extends BaseError {
  override readonly name = 'ApiUnreachableError'
  readonly code = 'api.unreachable'
  override readonly isRetryable = true

  constructor(path: string, options?: ErrorOptions) {
    super(`No connection to the server (${path}).`, options)
  }
}

/** The server took longer than the client is willing to wait. */
export class ApiTimeoutError extends BaseError {
  override readonly name = 'ApiTimeoutError'
  readonly code = 'api.timeout'
  override readonly isRetryable = true

  constructor(path: string, timeoutMs: number, options?: ErrorOptions) {
    super(`The server did not answer ${path} within ${timeoutMs / 1_000} seconds.`, options)
  }
}

/** Statuses after which the same call may well succeed. Spec, section 8, "JSON-RPC codes". */
const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([403, 408, 413, 429, 500, 502, 503, 504])

/** The server answered with an error. `problemCode` is the stable code of its problem document. */
export class ApiProblemError extends BaseError {
  override readonly name = 'ApiProblemError'
  readonly code = 'api.problem'
  override readonly isRetryable: boolean
  readonly status: number
  readonly problemCode: string | null
  /** From the Retry-After header; null when there was none. */
  readonly retryAfterSeconds: number | null

  constructor(problem: {
    status: number
    message: string
    problemCode: string | null
    retryAfterSeconds: number | null
  }) {
    super(problem.message)
    this.status = problem.status
    this.problemCode = problem.problemCode
    this.retryAfterSeconds = problem.retryAfterSeconds
    this.isRetryable = RETRYABLE_STATUSES.has(problem.status)
  }
}
