import { STATELESS_METHODS } from '@bullring/server/chain/stateless-methods'
import { limitBody } from '@bullring/server/http/limit-body'
import { readJson } from '@bullring/server/http/read-json'
import { TIME_LIMITS } from '@bullring/wire/http/time-limits'
import { Hono } from 'hono'
import { ChainUnreachableError } from '../chain/errors.ts'

const MAX_BYTES = 128 * 1_024

const METHOD_NOT_FOUND = -32_601
const INVALID_REQUEST = -32_600

/** Methods that the page and its burner wallet need. Filters work because there is a single node. */
const ALLOWED_METHODS: ReadonlySet<unknown> = new Set([
  ...STATELESS_METHODS,
  'eth_getFilterChanges',
  'eth_getFilterLogs',
  'eth_newBlockFilter',
  'eth_newFilter',
  'eth_uninstallFilter',
])

type RpcCall = { jsonrpc: '2.0'; id: unknown; method: unknown; params: unknown }
type RpcRefusal = { jsonrpc: '2.0'; id: unknown; error: { code: number; message: string } }

/** Serves POST /rpc: the local chain's JSON-RPC for browsers, so that one port serves a whole local game. */
export function rpcProxy({ rpcUrl }: { rpcUrl: string }): Hono {
  return new Hono().post('/rpc', limitBody(MAX_BYTES), async (c) => {
    const message = await readJson(c)
    if (Array.isArray(message)) {
      if (message.length === 0) return c.json(invalidRequest(null))
      return forwardBatch(rpcUrl, message.map(toCall))
    }
    const call = toCall(message)
    const refusal = refusalOf(call)
    return refusal === null ? forward(rpcUrl, call) : c.json(refusal)
  })
}

async function forwardBatch(rpcUrl: string, calls: readonly RpcCall[]): Promise<Response> {
  const refusals = calls.flatMap((call) => refusalOf(call) ?? [])
  const allowed = calls.filter((call) => refusalOf(call) === null)
  if (refusals.length === 0) return forward(rpcUrl, allowed)
  if (allowed.length === 0) return Response.json(refusals)
  const replies: unknown = await (await forward(rpcUrl, allowed)).json()
  return Response.json([...(Array.isArray(replies) ? replies : [replies]), ...refusals])
}

/** Forwards these four fields only, as parsed here, so that the node cannot parse the text differently. */
function toCall(value: unknown): RpcCall {
  const fields: Partial<RpcCall> = typeof value === 'object' && value !== null ? value : {}
  const { id = null, method, params = [] } = fields
  return { jsonrpc: '2.0', id, method, params }
}

function refusalOf({ id, method }: RpcCall): RpcRefusal | null {
  if (ALLOWED_METHODS.has(method)) return null
  if (typeof method !== 'string') return invalidRequest(id)
  const message = `The method ${method.slice(0, 64)} is not available here.`
  return { jsonrpc: '2.0', id, error: { code: METHOD_NOT_FOUND, message } }
}

function invalidRequest(id: unknown): RpcRefusal {
  const error = { code: INVALID_REQUEST, message: 'This is not a JSON-RPC request.' }
  return { jsonrpc: '2.0', id, error }
}

async function forward(rpcUrl: string, message: RpcCall | readonly RpcCall[]): Promise<Response> {
  try {
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message),
      signal: AbortSignal.timeout(TIME_LIMITS.service),
    })
    return new Response(response.body, {
      status: response.status,
      headers: { 'content-type': 'application/json' },
    })
  } catch (cause) {
    throw new ChainUnreachableError({ cause })
  }
}
