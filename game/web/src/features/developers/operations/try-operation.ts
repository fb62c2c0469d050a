import { ApiTimeoutError, ApiUnreachableError } from '@bullring/wire/http/request-errors'
import { TIME_LIMITS } from '@bullring/wire/http/time-limits'
import type { ApiOperation } from './operations-of.ts'

/** The visitor's entries for an operation. */
export type Attempt = { parameters: Readonly<Record<string, string>>; body: string }

/** A response, whatever its status. */
export type TriedResponse = { status: number; statusText: string; tookMs: number; text: string }

/** Shown of a response: some are megabytes. */
const MAX_CHARACTERS = 20_000

/**
 * Sends the request of an operation to this installation, as it was entered: the service says what is wrong with it.
 *
 * @throws {ApiTimeoutError} when the response takes too long.
 * @throws {ApiUnreachableError} without a connection.
 */
export async function tryOperation(
  operation: ApiOperation,
  attempt: Attempt,
  signal: AbortSignal,
): Promise<TriedResponse> {
  const url = attemptUrl(operation, attempt)
  const timeout = AbortSignal.timeout(TIME_LIMITS.page)
  const startedAt = performance.now()
  try {
    const response = await fetch(url, {
      method: operation.method,
      ...(operation.body !== null && {
        headers: { 'content-type': 'application/json' },
        body: attempt.body,
      }),
      signal: AbortSignal.any([signal, timeout]),
    })
    const text = await response.text()
    const tookMs = Math.round(performance.now() - startedAt)
    return { status: response.status, statusText: response.statusText, tookMs, text: shown(text) }
  } catch (cause) {
    signal.throwIfAborted()
    if (timeout.aborted) throw new ApiTimeoutError(url, TIME_LIMITS.page, { cause })
    throw new ApiUnreachableError(url, { cause })
  }
}

/** Returns the address of a request. Fields that were left empty are not sent. */
export function attemptUrl(
  { path, parameters }: ApiOperation,
  { parameters: entered }: Attempt,
): string {
  const query = new URLSearchParams()
  let filled = path
  for (const { name, place } of parameters) {
    const value = entered[name] ?? ''
    if (place === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(value))
    else if (value !== '') query.set(name, value)
  }
  return query.size === 0 ? filled : `${filled}?${query}`
}

/** Returns a body to begin with: the defaults, and an empty text for each field that is required. */
export function firstBody({ body }: ApiOperation): string {
  const fields = (body ?? []).filter(({ isRequired, initial }) => isRequired || initial !== null)
  const sample = Object.fromEntries(
    fields.map(({ name, initial }) => [name, initial === null ? '' : JSON.parse(initial)]),
  )
  return JSON.stringify(sample, null, 2)
}

function shown(text: string): string {
  const whole = indented(text)
  if (whole.length <= MAX_CHARACTERS) return whole
  return `${whole.slice(0, MAX_CHARACTERS)}\n… ${whole.length - MAX_CHARACTERS} more characters`
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
