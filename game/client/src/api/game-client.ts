import { requestJson } from '@bullring/wire/http/request-json'
import { retryDelay, shouldRetry } from '@bullring/wire/http/retry-policy'
import { wait } from '../wait.ts'
import { OPERATIONS, type OperationName, type Operations, type ResponseOf } from './operations.ts'
import { queryOf } from './query-of.ts'

/** Options of {@link createGameClient}. */
export type GameClientOptions = {
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
export type CallOptions = {
  /** An abort rejects with its reason. */
  signal?: AbortSignal | undefined
  /** Token of the account's sign-in session. */
  token?: string | undefined
}

/** A request; may be left out where no field is required. */
export type CallArguments<name extends OperationName> =
  Readonly<Record<never, never>> extends Operations[name]['request']
    ? [request?: Operations[name]['request'], options?: CallOptions]
    : [request: Operations[name]['request'], options?: CallOptions]

/** Calls the public operations of an installation. */
export type GameClient = {
  /**
   * Calls an operation and checks its response. `errorCode` tells failures apart.
   *
   * @throws {ApiUnreachableError} without a connection.
   * @throws {ApiTimeoutError} when the response takes too long.
   * @throws {ApiProblemError} when the service refuses.
   * @throws {ApiInvalidResponseError} when the response violates its schema.
   */
  call: <name extends OperationName>(
    name: name,
    ...args: CallArguments<name>
  ) => Promise<ResponseOf<name>>
}

/**
 * Creates the client of an installation.
 *
 * @example
 * const game = createGameClient({ origin: 'https://game.example' })
 * const { epoch, bull_payout } = await game.call('round-info')
 */
export function createGameClient(options: GameClientOptions = {}): GameClient {
  const { isRetried = true } = options
  return {
    call: async (name, ...args) => {
      const [request = {}, { signal, token } = {}] = args
      const send = () => callOnce(options, name, { request, signal, token })
      return isRetried && !OPERATIONS[name].isWrite ? await repeat(send, signal) : await send()
    },
  }
}

type Sent = CallOptions & { request: object }

async function callOnce<name extends OperationName>(
  { origin = '', symbol, timeoutMs, headers, onHeaders }: GameClientOptions,
  name: name,
  { request, signal, token }: Sent,
): Promise<ResponseOf<name>> {
  const { path, method, response: schema } = OPERATIONS[name]
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
