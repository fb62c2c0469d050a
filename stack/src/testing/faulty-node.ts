import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { getAbiItem, toEventSelector } from 'viem'

type Call = { id: number; method: string; params: readonly unknown[] }
type Reply = { id: number; result: unknown }

/** Faults of an unreliable node, applied to every second request or to all. */
export type Fault =
  | 'never responds'
  | 'stops in the middle of a body'
  | 'cuts a body short'
  | 'is busy and sets Retry-After'
  | 'is busy and sets Retry-After to an hour'
  | 'responds with a gateway error page'
  | 'returns no logs at first'
  | 'hides bets'
  | 'returns a wrong block hash'
  | 'is behind the head'

export type FaultyNode = {
  url: string
  /** Switches the fault; null for none. */
  setFault: (fault: Fault | null) => Promise<void>
  /** Number of requests affected since the last `setFault`. */
  faultCount: () => number
  close: () => Promise<void>
}

/** Sends a faulty response instead of the whole one. */
type Spoiler = (response: ServerResponse, body: string) => void

const SPOILERS: Partial<Record<Fault, Spoiler>> = {
  'never responds': () => undefined,
  'stops in the middle of a body': (response, body) => {
    response.writeHead(200, { 'content-length': `${body.length}` }).write(body.slice(0, 20))
  },
  'cuts a body short': (response, body) => response.end(body.slice(0, -20)),
  'is busy and sets Retry-After': (response) =>
    response.writeHead(429, { 'retry-after': '1' }).end(),
  'is busy and sets Retry-After to an hour': (response) =>
    response.writeHead(429, { 'retry-after': '3600' }).end(),
  'responds with a gateway error page': (response) =>
    response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>'),
}

/** Faults of every request: a correct retry would reveal them. */
const ALWAYS: ReadonlySet<Fault | null> = new Set(['returns no logs at first', 'hides bets'])

const BET_BULL = toEventSelector(getAbiItem({ abi: predictionAbi, name: 'BetBull' }))

function isNoBullBet(log: { topics?: readonly string[] }): boolean {
  return log.topics?.[0] !== BET_BULL
}

/** Starts a proxy in front of a real node that fails or returns wrong results. */
export async function startFaultyNode(target: string): Promise<FaultyNode> {
  let fault: Fault | null = null
  let frozenHead = 0
  let requests = 0
  let faultCount = 0
  const seen = new Set<string>()

  const falsifyLogs = (call: Call, logs: unknown): unknown => {
    if (fault === 'hides bets' && Array.isArray(logs)) return logs.filter(isNoBullBet)
    if (fault !== 'returns no logs at first') return logs
    const key = JSON.stringify(call.params)
    const isFirst = !seen.has(key)
    seen.add(key)
    return isFirst ? [] : logs
  }

  const falsify = (call: Call, result: unknown): unknown => {
    if (call.method === 'eth_getLogs') return falsifyLogs(call, result)
    if (call.method !== 'eth_getBlockByNumber' || !isBlock(result)) return result
    if (fault === 'returns a wrong block hash') return { ...result, hash: `0x${'99'.repeat(32)}` }
    if (fault === 'is behind the head' && Number(result.number) > frozenHead) return null
    return result
  }

  const spoil = async (calls: readonly Call[], by: Fault): Promise<Reply[]> => {
    const forwarded = by === 'is behind the head' ? atHead(calls, frozenHead) : calls
    const replies = await forward(target, forwarded)
    return replies.map((reply) => {
      const call = calls.find(({ id }) => id === reply.id)
      return call ? { ...reply, result: falsify(call, reply.result) } : reply
    })
  }

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    const calls = callsOf(body)
    requests += 1
    const isHit = ALWAYS.has(fault) || requests % 2 === 0
    const hit = isHit ? fault : null
    if (hit !== null) faultCount += 1
    const replies = hit === null ? await forward(target, calls) : await spoil(calls, hit)
    const out = JSON.stringify(body.startsWith('[') ? replies : replies[0])
    const spoiler = hit === null ? undefined : SPOILERS[hit]
    if (spoiler) spoiler(response, out)
    else response.setHeader('content-type', 'application/json').end(out)
  }
  // The caller may be killed in the middle of a request.
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setFault: async (next) => {
      const [head] = await forward(target, [{ id: 1, method: 'eth_blockNumber', params: [] }])
      frozenHead = Number(head?.result)
      fault = next
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

function callsOf(body: string): readonly Call[] {
  const message = JSON.parse(body) as Call | Call[]
  return Array.isArray(message) ? message : [message]
}

/** Replaces requests for the newest block by requests for the frozen head. */
function atHead(calls: readonly Call[], head: number): readonly Call[] {
  return calls.map((call) =>
    call.params[0] === 'latest' && call.method === 'eth_getBlockByNumber'
      ? { ...call, params: [`0x${head.toString(16)}`, false] }
      : call,
  )
}

function isBlock(result: unknown): result is { number: string; hash: string } {
  return typeof result === 'object' && result !== null && 'hash' in result
}

async function forward(target: string, calls: readonly Call[]): Promise<Reply[]> {
  const response = await fetch(target, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(calls.map((call) => ({ jsonrpc: '2.0', ...call }))),
  })
  return (await response.json()) as Reply[]
}
