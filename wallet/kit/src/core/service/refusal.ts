import { ApiProblemError } from '@bullring/wire/http/request-errors'
import { shouldRetry } from '@bullring/wire/http/retry-policy'

/** Prefix of the message for a refused origin or project id (R-SERVICE-8). */
const UNAUTHORIZED = 'Unauthorized: '

/**
 * Returns true when a service understood a request and declined it. A 403 can come from a proxy and is retried
 * (R-RPC-5), except the wallet service's own for an origin that is not allowed.
 */
export function isRefusal(error: unknown): error is ApiProblemError {
  if (!(error instanceof ApiProblemError)) return false
  return !error.isRetryable || (error.detail?.startsWith(UNAUTHORIZED) ?? false)
}

/** Decides whether the kit's queries retry: like `shouldRetry`, but a refusal is final. */
export function retryUnlessRefused(failureCount: number, error: Error): boolean {
  return !isRefusal(error) && shouldRetry(failureCount, error)
}

/** Returns true when a service has no provider for what was requested, on this network or at all. */
export function isNotOffered(error: unknown): boolean {
  return error instanceof ApiProblemError && (error.status === 404 || error.status === 501)
}
