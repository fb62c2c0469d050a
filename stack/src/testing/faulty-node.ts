import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { numberToHex } from 'viem'
import {
  type Call,
  type Fault,
  isFields,
  isFirstRange,
  type Reply,
  SPOILINGS,
  type Spoiling,
} from './node-faults.ts'

export type FaultyNode = {
  url: string
  /** Switches the fault; null for none. */
  setFault: (fault: Fault | null) => Promise<void>
  /** Number of requests affected since the last `setFault`. */
  faultCount: () => number
  close: () => Promise<void>
}

/** Starts a proxy in front of a real node that fails or returns wrong results, for every second request or for all. */
export async function startFaultyNode(target: string): Promise<FaultyNode> {
  let spoiling: Spoiling | null = null
  let requests = 0
  let faultCount = 0
  const seen = new Set<string>()

  const respond = async (body: string, response: ServerResponse, hit: Spoiling) => {
    const calls = callsOf(body)
    const status = hit.refuse?.(calls) ?? null
    if (status !== null) return response.writeHead(status).end()
    const replies = await forward(target, hit.call ? calls.map(hit.call) : calls)
    const spoilt = replies.flatMap((reply) => spoil(reply, calls, hit) ?? [])
    const out = JSON.stringify(body.startsWith('[') ? spoilt : (spoilt[0] ?? null))
    if (hit.respond) return hit.respond(response, out)
    return response.setHeader('content-type', 'application/json').end(out)
  }

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    requests += 1
    const hit = spoiling?.isConstant || requests % 2 === 0 ? spoiling : null
    if (hit !== null) faultCount += 1
    await respond(body, response, hit ?? {})
  }
  // The caller may be killed in the middle of a request.
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setFault: async (fault) => {
      const [head] = await forward(target, [{ id: 1, method: 'eth_blockNumber', params: [] }])
      spoiling = fault === null ? null : spoilingOf(fault, Number(head?.result), seen)
      faultCount = 0
    },
    faultCount: () => faultCount,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** @param seen - Calls whose logs were hidden once. */
function spoilingOf(fault: Fault, head: number, seen: Set<string>): Spoiling {
  const hideOnce = (reply: Reply, key: string): Reply => {
    const isFirst = !seen.has(key)
    seen.add(key)
    return isFirst && Array.isArray(reply.result) ? { ...reply, result: [] } : reply
  }
  switch (fault) {
    case 'returns no logs at first':
      return {
        isConstant: true,
        reply: (reply, { method, params }) =>
          method === 'eth_getLogs' ? hideOnce(reply, JSON.stringify(params)) : reply,
      }
    case 'returns no logs of the first range once':
      return {
        isConstant: true,
        reply: (reply, call) => (isFirstRange(call) ? hideOnce(reply, fault) : reply),
      }
    case 'is behind the head':
      return { call: (call) => atHead(call, head), block: (block) => heldBy(block, head) }
    default:
      return SPOILINGS[fault] ?? {}
  }
}

function spoil(reply: Reply, calls: readonly Call[], hit: Spoiling): Reply | null {
  const call = calls.find(({ id }) => id === reply.id)
  if (call === undefined || reply.result === undefined) return reply
  const spoilt = { ...reply, result: spoiltResult(call, reply.result, hit) }
  return hit.reply ? hit.reply(spoilt, call) : spoilt
}

function spoiltResult({ method }: Call, result: unknown, { logs, block }: Spoiling): unknown {
  if (method === 'eth_getLogs' && logs && Array.isArray(result)) return logs(result)
  if (method === 'eth_getBlockByNumber' && block && isFields(result)) return block(result)
  return result
}

function callsOf(body: string): readonly Call[] {
  const message = JSON.parse(body) as Call | Call[]
  return Array.isArray(message) ? message : [message]
}

/** Replaces a request for the newest block by one for the frozen head. */
function atHead(call: Call, head: number): Call {
  const isNewest = call.params[0] === 'latest' && call.method === 'eth_getBlockByNumber'
  return isNewest ? { ...call, params: [numberToHex(head), false] } : call
}

function heldBy(block: Readonly<Record<string, unknown>>, head: number) {
  return Number(block['number']) > head ? null : block
}

async function forward(target: string, calls: readonly Call[]): Promise<Reply[]> {
  const response = await fetch(target, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(calls.map((call) => ({ jsonrpc: '2.0', ...call }))),
  })
  return (await response.json()) as Reply[]
}
