import { BaseError } from '@bullring/errors/base-error'
import { parse } from '@bullring/wire/parse'

/** Spec, section 9, "RPC": as patient with the wallet service as with a node. */
const TIMEOUT_MS = 10_000
const RETRY_COUNT = 2
const RETRY_DELAY_MS = 150
const LONGEST_DELAY_MS = 2_000

/** Spec, section 8: answers after which the same call may succeed. */
const RETRYABLE_STATUS: ReadonlySet<number> = new Set([408, 413, 429, 500, 502, 503, 504])

/** The wallet service gave no usable answer. */
export class ServiceUnavailableError extends BaseError {
  override readonly name = 'ServiceUnavailableError'
  readonly code = 'wallet-kit.service-unavailable'
  override readonly isRetryable = true
}

/** The wallet service refused the call; the message is the service's own sentence. */
export class ServiceRefusedError extends BaseError {
  override readonly name = 'ServiceRefusedError'
  readonly code = 'wallet-kit.service-refused'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

type Schema = Parameters<typeof parse>[0]

export type ServiceCall<schema extends Schema> = {
  url: string
  /** Shape of the answer. */
  schema: schema
  /** Sent as JSON by POST; without one the call is a GET. */
  body?: unknown
  method?: 'GET' | 'POST'
  /** Sent as `Authorization: Bearer`. */
  token?: string | undefined
  /** How often to ask again after a failure; 0 for what must not happen twice. */
  retryCount?: number
  timeoutMs?: number
  signal?: AbortSignal | undefined
}

type Answer<schema extends Schema> = ReturnType<typeof parse<schema>>

/**
 * Asks the wallet service, again after a failure that may pass.
 *
 * @throws {ServiceUnavailableError} without a usable answer in time.
 * @throws {ServiceRefusedError} when the service says no.
 */
export async function askService<schema extends Schema>(
  call: ServiceCall<schema>,
): Promise<Answer<schema>> {
  const { retryCount = RETRY_COUNT, signal } = call
  for (let attempt = 0; ; attempt++) {
    try {
      return await askOnce(call)
    } catch (error) {
      signal?.throwIfAborted()
      if (!(error instanceof UnavailableForNowError)) throw error
      if (attempt >= retryCount) throw error.reason
      await delay(error.retryAfterMs ?? RETRY_DELAY_MS * 2 ** attempt)
    }
  }
}

/**
 * `askService` that also tells of refusals.
 *
 * @param onRefused - For the alert bar: a refusal may be a mistake in the app's configuration.
 */
export function askTelling(onRefused: ((error: unknown) => void) | undefined): typeof askService {
  return async (call) => {
    try {
      return await askService(call)
    } catch (error) {
      if (error instanceof ServiceRefusedError) onRefused?.(error)
      throw error
    }
  }
}

/** Carries how long the service wants to be left alone. */
class UnavailableForNowError extends Error {
  readonly reason: ServiceUnavailableError
  readonly retryAfterMs: number | null

  constructor(reason: ServiceUnavailableError, retryAfterMs: number | null) {
    super(reason.message)
    this.reason = reason
    this.retryAfterMs = retryAfterMs
  }
}

async function askOnce<schema extends Schema>(call: ServiceCall<schema>): Promise<Answer<schema>> {
  const response = await request(call)
  if (!response.ok) throw await failureOf(response)
  try {
    return parse(call.schema, await response.json())
  } catch (cause) {
    throw new ServiceUnavailableError('The wallet service gave an answer that makes no sense', {
      cause,
    })
  }
}

async function request(call: ServiceCall<Schema>): Promise<Response> {
  const { url, body, token, timeoutMs = TIMEOUT_MS, signal } = call
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    return await fetch(url, {
      method: call.method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      credentials: 'omit',
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    })
  } catch (cause) {
    throw new UnavailableForNowError(
      new ServiceUnavailableError('The wallet service cannot be reached', { cause }),
      null,
    )
  }
}

async function failureOf(response: Response): Promise<Error> {
  const { status } = response
  if (!RETRYABLE_STATUS.has(status))
    return new ServiceRefusedError(status, await sentence(response))
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  const retryAfterMs = Number.isFinite(seconds) ? Math.min(seconds * 1_000, LONGEST_DELAY_MS) : null
  const reason = new ServiceUnavailableError(`The wallet service answered ${status}`)
  return new UnavailableForNowError(reason, retryAfterMs)
}

/** What the service says for people: `detail` of a problem (RFC 9457), else the text of its answer. */
async function sentence(response: Response): Promise<string> {
  const text = await response.text().catch(() => '')
  try {
    const problem: unknown = JSON.parse(text)
    if (typeof problem === 'object' && problem !== null && 'detail' in problem) {
      if (typeof problem.detail === 'string') return problem.detail
    }
  } catch {
    // Not JSON: the text itself.
  }
  return text.slice(0, 200) || `The wallet service answered ${response.status}`
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}
