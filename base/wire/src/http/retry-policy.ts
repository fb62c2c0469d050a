import { BaseError } from '@bullring/errors/base-error'
import { ApiProblemError } from './request-errors.ts'

/** R-RPC-4. */
const RETRY_COUNT = 3
const FIRST_DELAY_MS = 150

/** If Retry-After is longer, there is no retry: the page shows the error instead. */
const MAX_RETRY_AFTER_SECONDS = 30

/** Longest part that is added to a delay at random: a busy service refuses many pages at the same moment. */
const JITTER = 0.5

/**
 * Decides whether TanStack Query retries a failed request.
 *
 * @param failureCount - Retries so far.
 */
export function shouldRetry(failureCount: number, error: Error): boolean {
  return (
    failureCount < RETRY_COUNT &&
    error instanceof BaseError &&
    error.isRetryable &&
    (retryAfterSeconds(error) ?? 0) <= MAX_RETRY_AFTER_SECONDS
  )
}

/**
 * Returns the delay before a retry, in milliseconds, with jitter. The server's Retry-After takes precedence over the
 * exponential backoff.
 *
 * @param attempt - Number of the retry, from 0.
 * @param random - Returns numbers from 0 to 1.
 */
export function retryDelay(attempt: number, error: Error, random = Math.random): number {
  const seconds = retryAfterSeconds(error)
  const delayMs = seconds === null ? FIRST_DELAY_MS * 2 ** attempt : seconds * 1_000
  return delayMs * (1 + JITTER * random())
}

function retryAfterSeconds(error: Error): number | null {
  return error instanceof ApiProblemError ? error.retryAfterSeconds : null
}
