import { BaseError } from '@bullring/errors/base-error'
import { RETRYABLE_STATUSES } from './retryable-statuses.ts'

/** No connection: the network is down, or the server does not listen. */
export class ApiUnreachableError extends BaseError {
  override readonly name = 'ApiUnreachableError'
  readonly code = 'api.unreachable'
  override readonly isRetryable = true

  constructor(url: string, options?: ErrorOptions) {
    super(`No connection to the server (${pathOf(url)}).`, options)
  }
}

/**
 * No response within the time limit.
 *
 * @remedy Check the service's load and log.
 */
export class ApiTimeoutError extends BaseError {
  override readonly name = 'ApiTimeoutError'
  readonly code = 'api.timeout'
  override readonly isRetryable = true

  constructor(url: string, timeoutMs: number, options?: ErrorOptions) {
    super(`The server did not respond to ${pathOf(url)} within ${timeoutMs / 1_000} s.`, options)
  }
}

/** Content of an error response. */
export type ApiProblem = {
  /** HTTP status. */
  status: number
  /** `code` of the problem document (RFC 9457); null for a response without one, e.g. from a proxy. */
  problemCode: string | null
  /** From the Retry-After header; null without one. */
  retryAfterSeconds: number | null
  /** The server's explanation; null without one. */
  detail: string | null
  /** `reason` of the problem document, which programs can rely on. */
  reason?: string | null
}

/**
 * The server responded with an error.
 *
 * `isRetryable` follows {@link RETRYABLE_STATUSES}.
 *
 * @remedy Look up its code.
 */
export class ApiProblemError extends BaseError implements ApiProblem {
  override readonly name = 'ApiProblemError'
  readonly code = 'api.problem'
  override readonly isRetryable: boolean
  readonly status: number
  readonly problemCode: string | null
  readonly retryAfterSeconds: number | null
  readonly detail: string | null
  readonly reason: string | null

  constructor(url: string, problem: ApiProblem) {
    const { status, problemCode, retryAfterSeconds, detail, reason = null } = problem
    super(detail ?? `The server responded to ${pathOf(url)} with status ${status}.`)
    this.status = status
    this.problemCode = problemCode
    this.retryAfterSeconds = retryAfterSeconds
    this.detail = detail
    this.reason = reason
    this.isRetryable = RETRYABLE_STATUSES.has(status)
  }
}

/**
 * A successful response is not JSON or violates its schema.
 *
 * @remedy Check proxies, and that page and service are of one release.
 */
export class ApiInvalidResponseError extends BaseError {
  override readonly name = 'ApiInvalidResponseError'
  readonly code = 'api.invalid-response'
  override readonly isRetryable = true

  constructor(url: string, options?: ErrorOptions) {
    super(`The response to ${pathOf(url)} is not valid.`, options)
  }
}

/** Leaves out the query: it can name accounts and keys. */
function pathOf(url: string): string {
  return url.split('?')[0] ?? url
}
