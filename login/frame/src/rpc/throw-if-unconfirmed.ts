import { findCause } from '@bullring/errors/find-cause'
import { ApiProblemError } from '@bullring/wire/http/request-errors'
import { CONNECTION_LOST, TransactionUnconfirmedError } from '#frame-errors.ts'
import { isUnreachable } from '#protocol/error-message.ts'

const SERVER_ERRORS = 500

/**
 * Throws where a failed request to send a transaction may have been carried out: its response was lost, or a service in
 * between failed.
 *
 * @throws {TransactionUnconfirmedError}
 */
export function throwIfUnconfirmed(error: unknown): void {
  const problem = findCause(error, ApiProblemError)
  if (isUnreachable(error) || (problem !== undefined && problem.status >= SERVER_ERRORS)) {
    throw new TransactionUnconfirmedError(CONNECTION_LOST, { cause: error })
  }
}
