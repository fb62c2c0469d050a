import { STATUS_CODES } from 'node:http'
import { BaseError } from '@bullring/errors/base-error'
import { findCause } from '@bullring/errors/find-cause'
import type { Problem } from '@bullring/wire/http/problem'
import { InvalidMessageError } from '@bullring/wire/parse'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { HttpError } from './http-error.ts'

/** An error as its HTTP answer: problem details of RFC 9457. */
export type ProblemAnswer = {
  status: ContentfulStatusCode
  headers: Readonly<Record<string, string>>
  problem: Problem
}

/**
 * Errors of the callers' own making are explained; of our own, only the code is told. An error whose
 * answer is known counts however deep a library has wrapped it.
 */
export function problemOf(error: unknown): ProblemAnswer {
  const known = findCause(error, HttpError)
  if (known !== undefined) {
    return answer(known.status, { code: known.code, detail: known.shown }, known.headers)
  }
  if (error instanceof InvalidMessageError) {
    const { code, message, issues } = error
    return answer(422, { code, detail: message, errors: [...issues] })
  }
  return answer(500, error instanceof BaseError ? { code: error.code } : { code: 'service.failed' })
}

function answer(
  status: ContentfulStatusCode,
  said: Pick<Problem, 'code' | 'detail' | 'errors'>,
  headers: Readonly<Record<string, string>> = {},
): ProblemAnswer {
  const title = STATUS_CODES[status] ?? 'Error'
  return { status, headers, problem: { type: 'about:blank', title, status, ...said } }
}
