import { STATUS_CODES } from 'node:http'
import { BaseError } from '@bullring/errors/base-error'
import { findCause } from '@bullring/errors/find-cause'
import type { Problem } from '@bullring/wire/http/problem'
import { InvalidMessageError } from '@bullring/wire/parse'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { HttpError } from './http-error.ts'

/** An error as HTTP response: problem details of RFC 9457. */
export type ProblemResponse = {
  status: ContentfulStatusCode
  headers: Readonly<Record<string, string>>
  problem: Problem
}

/**
 * An unexpected failure.
 *
 * @remedy Read the service's log.
 */
const FAILURE = { code: 'service.failed', status: 500 } as const

/**
 * Turns an error into its response. Errors of the caller are explained; of internal errors, only the code is
 * shown. An `HttpError` is found however deep a library has wrapped it.
 */
export function problemOf(error: unknown): ProblemResponse {
  const known = findCause(error, HttpError)
  if (known !== undefined) {
    const { code, shown: detail, reason, reasons } = known
    const named = { ...(reason && { reason }), ...(reasons && { reasons }) }
    return respond(known.status, { code, detail, ...named }, known.headers)
  }
  if (error instanceof InvalidMessageError) {
    const { code, message, issues } = error
    return respond(422, { code, detail: message, errors: [...issues] })
  }
  return respond(FAILURE.status, { code: error instanceof BaseError ? error.code : FAILURE.code })
}

function respond(
  status: ContentfulStatusCode,
  content: Pick<Problem, 'code' | 'detail' | 'errors' | 'reason' | 'reasons'>,
  headers: Readonly<Record<string, string>> = {},
): ProblemResponse {
  const title = STATUS_CODES[status] ?? 'Error'
  return { status, headers, problem: { type: 'about:blank', title, status, ...content } }
}
