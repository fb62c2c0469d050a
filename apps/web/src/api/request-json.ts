import { Problem } from '@bullring/wire/http/problem'
import { parse } from '@bullring/wire/parse'
import { ApiProblemError, ApiTimeoutError, ApiUnreachableError } from './api-errors.ts'

/** Longest wait for one answer: the RPC default of the specification, section 9. */
const REQUEST_TIMEOUT_MS = 10_000

type RequestOptions = {
  /** Sent as a JSON body by POST; without it the request is a GET. */
  body?: Readonly<Record<string, unknown>>
  signal?: AbortSignal | undefined
  timeoutMs?: number
}

/**
 * Asks the server for a JSON document.
 *
 * @throws {ApiUnreachableError} when there is no answer at all.
 * @throws {ApiTimeoutError} when the answer takes too long.
 * @throws {ApiProblemError} when the answer is an error.
 */
export async function requestJson(path: string, options: RequestOptions = {}): Promise<unknown> {
  const { body, signal, timeoutMs = REQUEST_TIMEOUT_MS } = options
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(path, {
      ...(body && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    if (!response.ok) throw await problemError(response, path)
    return await response.json()
  } catch (error) {
    // An aborted request is not an error of the server: whoever aborted it knows why.
    if (error instanceof ApiProblemError || signal?.aborted) throw error
    if (timeout.aborted) throw new ApiTimeoutError(path, timeoutMs, { cause: error })
    throw new ApiUnreachableError(path, { cause: error })
  }
}

async function problemError(response: Response, path: string): Promise<ApiProblemError> {
  const problem = await readProblem(response)
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new ApiProblemError({
    status: response.status,
    message:
      problem?.detail ?? problem?.title ?? `The server answered ${response.status} to ${path}.`,
    problemCode: problem?.code ?? null,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : null,
  })
}

/** A proxy in between may answer with a page of its own: then there is no problem document. */
async function readProblem(response: Response): Promise<Problem | null> {
  try {
    return parse(Problem, await response.json())
  } catch {
    return null
  }
}
