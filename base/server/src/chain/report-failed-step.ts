import { BaseError } from '@bullring/errors/base-error'
import type { Logger } from 'pino'
import { errorSummary } from '../error-summary.ts'

/** Failures up to this count are expected: the chain can change mid-read. */
const EXPECTED_FAILURES = 4

/**
 * Returns an `onFailure` that logs failed steps as `message`: as a warning when the error is not retryable or
 * retries keep failing, otherwise at debug level.
 */
export function reportFailedStep(
  log: Logger,
  message: string,
): (error: unknown, failures: number) => void {
  return (error, failures) => {
    const isExpected =
      error instanceof BaseError && error.isRetryable && failures <= EXPECTED_FAILURES
    log[isExpected ? 'debug' : 'warn']({ error: errorSummary(error), attempt: failures }, message)
    log.debug({ err: error }, message)
  }
}
