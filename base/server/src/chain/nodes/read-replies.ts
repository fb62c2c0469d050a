import * as z from 'zod/mini'
import type { RpcReply } from './rpc-reply.ts'

type Failure = Extract<RpcReply, { kind: 'failure' }>

/** The response to an HTTP request, or the failure to get one. */
export type Exchange =
  | { status: number; isOk: boolean; text: string; retryAfter?: string | undefined }
  | { failure: Failure }

/** The replies to the calls of one HTTP request in their order; null where the node has refused to make so many at once. */
export type Replies = readonly (RpcReply | null)[]

/** Some nodes send numbers as text. */
const Int = z.union([
  z.int(),
  z.pipe(z.pipe(z.string().check(z.regex(/^-?\d+$/)), z.transform(Number)), z.int()),
])

const RpcError = z.object({
  code: Int,
  message: z._default(z.string(), ''),
  data: z.optional(z.unknown()),
})

const Reply = z.union([
  z.object({ error: RpcError }),
  z.object({ result: z.unknown().check(z.refine((result) => result !== undefined)) }),
])

const Id = z.object({ id: Int })

/** Reads the response to one call. */
export function readReply(exchange: Exchange): RpcReply {
  if ('failure' in exchange) return exchange.failure
  const body = parseJson(exchange.text)
  const reply = toReply(body)
  // Some nodes report errors with a status that is one, too.
  if (!exchange.isOk && reply.kind !== 'error') {
    const { status, retryAfter } = exchange
    return { kind: 'failure', reason: 'status', status, retryAfter }
  }
  return reply
}

/** Reads the response to `count` calls with the ids 1 to `count`. */
export function readReplies(exchange: Exchange, count: number): Replies {
  if ('failure' in exchange) return Array.from({ length: count }, () => exchange.failure)
  const body = parseJson(exchange.text)
  if (!Array.isArray(body)) return Array.from({ length: count }, () => null)
  const byId = new Map(body.map((reply) => [z.safeParse(Id, reply).data?.id, reply]))
  return Array.from({ length: count }, (_, index) => {
    const reply = toReply(byId.get(index + 1))
    return isBatchRefused(reply) ? null : reply
  })
}

const INVALID_REQUEST = -32_600

/** A call without a readable reply counts as refused: nodes drop those beyond their limit, or reply to none by its id. */
function isBatchRefused(reply: RpcReply): boolean {
  if (reply.kind !== 'error') return reply.kind === 'failure'
  return reply.error.code === INVALID_REQUEST || /\bbatch/i.test(reply.error.message)
}

function toReply(body: unknown): RpcReply {
  const parsed = z.safeParse(Reply, body)
  if (!parsed.success) return { kind: 'failure', reason: 'unreadable' }
  return 'error' in parsed.data
    ? { kind: 'error', error: parsed.data.error }
    : { kind: 'result', result: parsed.data.result }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
