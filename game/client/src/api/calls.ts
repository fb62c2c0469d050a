import { requestJson } from '@bullring/wire/http/request-json'
import { retryDelay, shouldRetry } from '@bullring/wire/http/retry-policy'
import { wait } from '../wait.ts'
import type { Endpoint, Endpoints, Nothing } from './endpoint.ts'
import { queryOf } from './query-of.ts'

/** Options of a client. */
export type ClientOptions = {
  /** Of the installation, such as `https://game.example`; by default the page's. */
  origin?: string
  /** The market of calls that name none; by default the service's. */
  symbol?: string
  /** Whether failed reads are repeated, up to three times; true by default. */
  isRetried?: boolean
  /** Limit for each response; 10,000 ms by default. */
  timeoutMs?: number
  /** Returns further headers of a request. */
  headers?: () => Readonly<Record<string, string>>
  /** Called with the headers of a successful response. */
  onHeaders?: (headers: Headers) => void
}

/** Options of a call. */
type CallOptions = {
  /** An abort rejects with its reason. */
  signal?: AbortSignal | undefined
  /** Token of the account's sign-in session. */
  token?: string | undefined
}

/** Any operations, by the end of their paths. */
type AnyOperations<operations> = Record<keyof operations, { request: object; response: unknown }>

/** A request; may be left out where no field is required. */
type CallArguments<request> = Nothing extends request
  ? [request?: request, options?: CallOptions]
  : [request: request, options?: CallOptions]

/** Calls operations of an installation. */
export type Calls<operations extends AnyOperations<operations>> = {
  /**
   * Calls an operation and checks its response. `errorCode` tells failures apart.
   *
   * @throws {ApiUnreachableError} without a connection.
   * @throws {ApiTimeoutError} when the response takes too long.
   * @throws {ApiProblemError} when the service refuses.
   * @throws {ApiInvalidResponseError} when the response violates its schema.
   */
  call: <name extends keyof operations>(
    name: name,
    ...args: CallArguments<operations[name]['request']>
  ) => Promise<operations[name]['response']>
}

/** Creates the calls of some operations. */
export function createCalls<operations extends AnyOperations<operations>>(
  endpoints: Endpoints<operations>,
  options: ClientOptions,
): Calls<operations> {
  const { isRetried = true } = options
  return {
    call: async (name, ...args) => {
      const [request = {}, { signal, token } = {}] = args
      const endpoint = endpoints[name]
      const send = () => callOnce(options, endpoint, { request, signal, token })
      return isRetried && !endpoint.isWrite ? await repeat(send, signal) : await send()
    },
  }
}

type Sent = CallOptions & { request: object }

async function callOnce<response>(
  { origin = '', symbol, timeoutMs, headers, onHeaders }: ClientOptions,
  { path, method, response: schema }: Endpoint<response>,
  { request, signal, token }: Sent,
): Promise<response> {
  const fields = { ...(symbol !== undefined && { symbol }), ...request }
  const isPost = method === 'POST'
  return await requestJson({
    url: `${origin}${path}${isPost ? '' : queryOf(request)}`,
    schema,
    ...(isPost && { body: fields }),
    token,
    signal,
    ...(headers && { headers: headers() }),
    ...(onHeaders && { onHeaders }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  })
}

/** The one layer that repeats: see `TIME_LIMITS`. */
async function repeat<result>(
  send: () => Promise<result>,
  signal: AbortSignal | undefined,
): Promise<result> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await send()
    } catch (error) {
      signal?.throwIfAborted()
      if (!(error instanceof Error) || !shouldRetry(failures, error)) throw error
      await wait(retryDelay(failures, error), signal)
    }
  }
}
