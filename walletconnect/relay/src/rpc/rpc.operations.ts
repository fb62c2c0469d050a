import type { IncomingMessage } from 'node:http'
import type { Operation } from '@bullring/server/operations/operation'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import * as z from 'zod/mini'
import { callerAddress } from '../limits/caller-address.ts'
import { RelayError } from '../relay-error.ts'
import type { Caller } from './execute-call.ts'
import { errorText, type FrameDeps, serveFrame } from './serve-frame.ts'

export type RpcDeps = {
  frame: FrameDeps
  limits: {
    /** Counts a request before its token is verified. Returns false when the address has to wait. */
    takeHttpCall: (ip: string) => boolean
    returnHttpCall: (ip: string) => void
  }
  admit: (request: IncomingMessage) => Promise<Caller['client']>
  /** Returns `error` of a response if the client is not accepted, else null. */
  refusalOf: (error: unknown) => object | null
  proxies: number
  maxFrameBytes: number
}

const Id = z.union([z.string(), z.number()])

/** A call of the relay's protocol. */
const RelayCall = z.object({
  id: Id,
  jsonrpc: z.literal('2.0'),
  method: z.string(),
  params: z.unknown(),
})

const RelayReply = z.object({
  id: z.nullable(Id),
  jsonrpc: z.literal('2.0'),
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ code: z.number(), message: z.string(), data: z.string() })),
})

/** POST /rpc: the methods of the relay for clients without a WebSocket. They fetch messages instead of being sent them. */
export function rpcOperation(deps: RpcDeps): Operation {
  return {
    method: 'post',
    path: '/rpc',
    summary: 'A call of the relay protocol (JSON-RPC 2.0), with the token of a client',
    query: z.object({ projectId: z.optional(z.string()) }),
    body: RelayCall,
    maxBodyBytes: deps.maxFrameBytes,
    response: RelayReply,
    errors: [401, 413, 500],
    security: ['client'],
    handle: async (c) => {
      const { incoming }: HttpBindings = c.env
      const ip = callerAddress(incoming, deps.proxies)
      if (!deps.limits.takeHttpCall(ip)) return jsonResponse(c, TOO_MANY, 200)
      try {
        const client = await deps.admit(incoming)
        return jsonResponse(c, await reply(deps.frame, client, ip, await c.req.text()), 200)
      } catch (error) {
        const refusal = deps.refusalOf(error)
        if (refusal === null) throw error
        return jsonResponse(c, JSON.stringify({ id: null, jsonrpc: '2.0', error: refusal }), 401)
      } finally {
        deps.limits.returnHttpCall(ip)
      }
    },
  }
}

const TOO_MANY = errorText('null', new RelayError('TooManyRequests'))

/** Time after which a call fails whose store does not respond. */
const RESPONSE_LIMIT_MS = 30_000

const TOO_LATE = errorText('null', new RelayError('StorageError'))

async function reply(
  frame: FrameDeps,
  client: Caller['client'],
  ip: string,
  text: string,
): Promise<string> {
  const { promise, resolve: respond } = Promise.withResolvers<string>()
  const onReply = () => {
    respond('')
    return false
  }
  const onExcess = () => respond(TOO_MANY)
  const timer = setTimeout(() => respond(TOO_LATE), RESPONSE_LIMIT_MS)
  serveFrame({ client, subscriptions: null, ip, text, respond, onReply, onExcess }, frame)
  return await promise.finally(() => clearTimeout(timer))
}

/** The text is JSON already: ids have more digits than a number keeps. */
function jsonResponse(c: Context, text: string, status: 200 | 401): Response {
  return c.body(text, status, { 'content-type': 'application/json' })
}
