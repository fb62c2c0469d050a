import type * as z from 'zod/mini'
import { parse } from '../parse.ts'
import { Problem } from './problem.ts'
import {
  ApiInvalidResponseError,
  type ApiProblem,
  ApiProblemError,
  ApiTimeoutError,
  ApiUnreachableError,
} from './request-errors.ts'
import { TIME_LIMITS } from './time-limits.ts'

const MAX_DETAIL_LENGTH = 200

export type JsonRequest<schema extends z.ZodMiniType> = {
  url: string
  /** Shape of the response. */
  schema: schema
  /** Sent as JSON. */
  body?: unknown
  /** POST with a body, otherwise GET. */
  method?: 'GET' | 'POST'
  /** Sent as `Authorization: Bearer`. */
  token?: string | undefined
  /** Further headers. */
  headers?: Readonly<Record<string, string>>
  /** Limit for the whole response, 10,000 ms by default. */
  timeoutMs?: number
  /** See `fetch`; `omit` for a server that must not see the page's cookies. */
  credentials?: 'omit' | 'same-origin'
  signal?: AbortSignal | undefined
  /** Called with the headers of a successful response. */
  onHeaders?: (headers: Headers) => void
  /** Called with the headers of an error response. */
  onProblemHeaders?: (headers: Headers) => void
}

/**
 * Sends one HTTP request and returns the checked JSON response. Does not retry: see `shouldRetry` in
 * retry-policy.ts. An abort of `signal` is rethrown as its reason.
 *
 * @throws {ApiUnreachableError} without a connection.
 * @throws {ApiTimeoutError} when the response takes too long.
 * @throws {ApiProblemError} when the response has an error status.
 * @throws {ApiInvalidResponseError} when the response is not JSON or does not match `schema`.
 */
export async function requestJson<schema extends z.ZodMiniType>(
  request: JsonRequest<schema>,
): Promise<z.output<schema>> {
  const { response, text } = await send(request)
  if (!response.ok) {
    request.onProblemHeaders?.(response.headers)
    throw new ApiProblemError(request.url, readProblem(response, text))
  }
  request.onHeaders?.(response.headers)
  try {
    return parse(request.schema, JSON.parse(text))
  } catch (cause) {
    throw new ApiInvalidResponseError(request.url, { cause })
  }
}

async function send(
  request: JsonRequest<z.ZodMiniType>,
): Promise<{ response: Response; text: string }> {
  const { url, timeoutMs = TIME_LIMITS.page, signal } = request
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, {
      ...toInit(request),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    return { response, text: await response.text() }
  } catch (cause) {
    signal?.throwIfAborted()
    if (timeout.aborted) throw new ApiTimeoutError(url, timeoutMs, { cause })
    throw new ApiUnreachableError(url, { cause })
  }
}

function toInit({
  body,
  method,
  token,
  headers,
  credentials,
}: JsonRequest<z.ZodMiniType>): RequestInit {
  const hasBody = body !== undefined
  return {
    method: method ?? (hasBody ? 'POST' : 'GET'),
    headers: {
      ...(hasBody && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(hasBody && { body: JSON.stringify(body) }),
    ...(credentials && { credentials }),
  }
}

function readProblem(response: Response, text: string): ApiProblem {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return {
    status: response.status,
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : null,
    ...(parseProblem(text) ?? { problemCode: null, detail: plainText(response, text) }),
  }
}

function parseProblem(text: string): Pick<ApiProblem, 'problemCode' | 'detail' | 'reason'> | null {
  try {
    const { code, detail, title, reason = null } = parse(Problem, JSON.parse(text))
    return { problemCode: code, detail: detail ?? title, reason }
  } catch {
    return null
  }
}

/** Returns the text of the response, or null for a proxy's HTML page, which is not fit to show. */
function plainText(response: Response, text: string): string | null {
  if (response.headers.get('content-type')?.startsWith('text/html')) return null
  return text.slice(0, MAX_DETAIL_LENGTH) || null
}
