import { boundedFetch, type RpcOutcome } from '@bullring/server/chain/bounded-fetch'
import { HttpRequestError, http } from 'viem'
import * as z from 'zod/mini'
import type { UpstreamAnswer } from './upstream-answer.ts'

export type RpcRequest = { method: string; params: readonly unknown[] }

/** One node of a chain. Never throws. */
export type Upstream = {
  ask: (
    request: RpcRequest,
    options: { isBatched: boolean; signal: AbortSignal },
  ) => Promise<UpstreamAnswer>
}

/** Spec, section 9. */
const TIMEOUT_MS = 10_000

/** Public nodes refuse much larger batches. */
const BATCH_SIZE = 100

const Reply = z.union([
  z.object({
    error: z.object({ code: z.int(), message: z.string(), data: z.optional(z.unknown()) }),
  }),
  z.object({ result: z.unknown().check(z.refine((result) => result !== undefined)) }),
])

export type UpstreamOptions = {
  /** Told how the node took each HTTP request. */
  onRequest?: (outcome: RpcOutcome) => void
  timeoutMs?: number
}

export function createUpstream(
  url: string,
  { onRequest = () => undefined, timeoutMs = TIMEOUT_MS }: UpstreamOptions = {},
): Upstream {
  const transport = (batch: false | { batchSize: number }) =>
    http(url, {
      batch,
      raw: true,
      retryCount: 0,
      timeout: timeoutMs,
      fetchFn: (input, init) => boundedFetch(input, init, timeoutMs, onRequest),
    })({})
  const single = transport(false)
  const batched = transport({ batchSize: BATCH_SIZE })
  return {
    ask: async ({ method, params }, { isBatched, signal }) => {
      try {
        const { request } = isBatched ? batched : single
        return answerOf(await request({ method, params }, { signal }))
      } catch (error) {
        return failureOf(error)
      }
    },
  }
}

function answerOf(reply: unknown): UpstreamAnswer {
  const parsed = z.safeParse(Reply, reply)
  if (!parsed.success) return { kind: 'failure', reason: 'unreadable' }
  return 'error' in parsed.data
    ? { kind: 'error', error: parsed.data.error }
    : { kind: 'result', result: parsed.data.result }
}

function failureOf(error: unknown): UpstreamAnswer {
  if (hasName(error, 'TimeoutError') || hasName(error, 'AbortError')) {
    return { kind: 'failure', reason: 'timeout' }
  }
  if (!(error instanceof HttpRequestError)) return { kind: 'failure', reason: 'unreadable' }
  const { status, headers } = error
  if (status === undefined) {
    const reason = hasName(error, 'SyntaxError') ? 'unreadable' : 'unreachable'
    return { kind: 'failure', reason }
  }
  const seconds = Number(headers?.get('retry-after') ?? Number.NaN)
  const retryAfterMs = seconds >= 0 ? seconds * 1_000 : undefined
  return { kind: 'failure', reason: 'status', status, retryAfterMs }
}

/** Looks along the causes. */
function hasName(error: unknown, name: string): boolean {
  if (!(error instanceof Error)) return false
  return error.name === name || hasName(error.cause, name)
}
