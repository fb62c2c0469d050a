import { BaseError } from '@bullring/errors/base-error'
import type { Logger } from 'pino'
import { errorSummary } from './error-summary.ts'

/** So many failures in a row are everyday: a chain moves while it is read. */
const EVERYDAY_FAILURES = 4

/**
 * Logs `sentence` for a step that failed: as a warning when another try may not help, or has not helped
 * again and again.
 */
export function reportFailedStep(
  log: Logger,
  sentence: string,
): (error: unknown, failures: number) => void {
  return (error, failures) => {
    const isEveryday =
      error instanceof BaseError && error.isRetryable && failures <= EVERYDAY_FAILURES
    log[isEveryday ? 'debug' : 'warn']({ error: errorSummary(error), failures }, sentence)
    log.debug({ err: error }, 'failed step')
  }
}
