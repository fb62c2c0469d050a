import { BaseError } from '@bullring/errors/base-error'
import { ApiProblemError } from '@bullring/wire/http/request-errors'

/**
 * Returns the stable code of a failure: the service's where it refused a call (`market.unknown-epoch`), else the client's
 * (`api.timeout`); null for an error of other code.
 */
export function errorCode(error: unknown): string | null {
  if (error instanceof ApiProblemError && error.problemCode !== null) return error.problemCode
  return error instanceof BaseError ? error.code : null
}
