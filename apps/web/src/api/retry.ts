import { BaseError } from '@bullring/errors/base-error'
import { ApiProblemError } from './api-errors.ts'

/** Spec, section 9, "RPC": three retries, exponential backoff from 150 ms. */
const RETRY_COUNT = 3
const FIRST_DELAY_MS = 150

/** A server that asks for more than this is treated as down; the next poll comes soon enough. */
const MAX_DELAY_MS = 10_000

/** True when TanStack Query should repeat a failed call. */
export function shouldRetry(failureCount: number, error: Error): boolean {
  return failureCount < RETRY_COUNT && error instanceof BaseError && error.isRetryable
}

/** Wait before retry number `attempt` (from 0). The server's Retry-After wins over the backoff. */
export function retryDelay(attempt: number, error: Error): number {
  const asked = error instanceof ApiProblemError ? error.retryAfterSeconds : null
  const delay = asked === null ? FIRST_DELAY_MS * 2 ** attempt : asked * 1_000
  return Math.min(delay, MAX_DELAY_MS)
}
