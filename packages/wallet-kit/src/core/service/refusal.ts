import { ApiProblemError } from '@bullring/wire/http/request-errors'
import { shouldRetry } from '@bullring/wire/http/retry-policy'

/**
 * Returns true when a service understood a request and declined it. A 403 is one here, although
 * R-RPC-5 lets it be retried: the wallet service sends it for an origin that is not allowed.
 */
export function isRefusal(error: unknown): error is ApiProblemError {
  return error instanceof ApiProblemError && (error.status === 403 || !error.isRetryable)
}

/** Decides whether the kit's queries retry: like `shouldRetry`, but a refusal is final. */
export function retryUnlessRefused(failureCount: number, error: Error): boolean {
  return !isRefusal(error) && shouldRetry(failureCount, error)
}

/** Returns true when a service has no provider for what was requested, on this network or at all. */
export function isNotOffered(error: unknown): boolean {
  return error instanceof ApiProblemError && (error.status === 404 || error.status === 501)
}
