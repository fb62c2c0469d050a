import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { getAbiItem, numberToHex, toEventSelector, toFunctionSelector } from 'viem'

type Call = { id: number; method: string; params: readonly unknown[] }
type Reply = { id: number; result?: unknown; error?: unknown }

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
  | 'limits a batch to 3 calls'
  | 'refuses ranges with a status'
  | 'dates logs 1970'
  | 'dates logs in milliseconds'
  | 'returns each log twice'
  | 'returns logs in reverse'
  | 'returns nulls'
  | 'fails every other oracle round'
  | 'returns no logs of the first range once'

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
const ALWAYS: ReadonlySet<Fault | null> = new Set([
  'returns no logs at first',
  'hides bets',
  'limits a batch to 3 calls',
  'refuses ranges with a status',
  'dates logs 1970',
  'dates logs in milliseconds',
  'returns each log twice',
  'returns logs in reverse',
  'fails every other oracle round',
  'returns no logs of the first range once',
])

const BET_BULL = toEventSelector(getAbiItem({ abi: predictionAbi, name: 'BetBull' }))

type Log = { topics?: readonly string[]; blockTimestamp?: string }

function isNoBullBet(log: Log): boolean {
  return log.topics?.[0] !== BET_BULL
}

const LOG_FAULTS: Partial<Record<Fault, (logs: readonly Log[]) => readonly unknown[]>> = {
  'hides bets': (logs) => logs.filter(isNoBullBet),
  'dates logs 1970': (logs) => logs.map((log) => ({ ...log, blockTimestamp: '0x0' })),
  'dates logs in milliseconds': (logs) => logs.map(inMilliseconds),
  'returns each log twice': (logs) => [...logs, ...logs],
  'returns logs in reverse': (logs) => logs.toReversed(),
}

/** Starts a proxy in front of a real node that fails or returns wrong results. */
export async function startFaultyNode(target: string): Promise<FaultyNode> {
  let fault: Fault | null = null
  let frozenHead = 0
  let requests = 0
  let faultCount = 0
  const seen = new Set<string>()

  /** Hides logs the first time. */
  const hideOnce = (key: string, logs: readonly unknown[]): readonly unknown[] => {
    const isFirst = !seen.has(key)
    seen.add(key)
    return isFirst ? [] : logs
  }

  const falsifyLogs = (call: Call, logs: unknown): unknown => {
    if (!Array.isArray(logs) || fault === null) return logs
    if (fault === 'returns no logs at first') return hideOnce(JSON.stringify(call.params), logs)
    if (fault === 'returns no logs of the first range once') {
      return isFirstRange(call) ? hideOnce(fault, logs) : logs
    }
    return LOG_FAULTS[fault]?.(logs) ?? logs
  }

  const falsify = (call: Call, result: unknown): unknown => {
    if (call.method === 'eth_getLogs') return falsifyLogs(call, result)
    if (call.method !== 'eth_getBlockByNumber' || !isBlock(result)) return result
    if (fault === 'returns a wrong block hash') return { ...result, hash: `0x${'99'.repeat(32)}` }
    if (fault === 'returns nulls') return null
    if (fault === 'is behind the head' && Number(result.number) > frozenHead) return null
    return result
  }

  const spoil = async (calls: readonly Call[], by: Fault): Promise<Reply[]> => {
    const forwarded = by === 'is behind the head' ? atHead(calls, frozenHead) : calls
    const replies = await forward(target, forwarded)
    return replies.map((reply) => {
      const call = calls.find(({ id }) => id === reply.id)
      if (call === undefined || reply.result === undefined) return reply
      if (by === 'fails every other oracle round' && isOddOracleRound(call)) {
        return { id: reply.id, error: { code: -32_603, message: 'handle request error' } }
      }
      return { ...reply, result: falsify(call, reply.result) }
    })
  }

  const respond = async (body: string, response: ServerResponse, hit: Fault | null) => {
    const calls = callsOf(body)
    const status = hit === null ? null : refusalOf(hit, calls)
    if (status !== null) return response.writeHead(status).end()
    const replies = hit === null ? await forward(target, calls) : await spoil(calls, hit)
    const out = JSON.stringify(body.startsWith('[') ? replies : replies[0])
    const spoiler = hit === null ? undefined : SPOILERS[hit]
    if (spoiler) return spoiler(response, out)
    return response.setHeader('content-type', 'application/json').end(out)
  }

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    requests += 1
    const hit = ALWAYS.has(fault) || requests % 2 === 0 ? fault : null
    if (hit !== null) faultCount += 1
    await respond(body, response, hit)
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

/** Status of a refused request; null for one that is served. */
function refusalOf(fault: Fault, calls: readonly Call[]): number | null {
  if (fault === 'limits a batch to 3 calls') return calls.length > 3 ? 500 : null
  if (fault !== 'refuses ranges with a status') return null
  return calls.some(isLongRange) ? 403 : null
}

/** Blocks of a range that a node with limits serves. */
const MAX_RANGE = 4

type Range = { fromBlock?: string; toBlock?: string }

function rangeOf({ method, params }: Call): { from: number; to: number } | null {
  if (method !== 'eth_getLogs') return null
  const { fromBlock, toBlock } = (params[0] ?? {}) as Range
  return fromBlock === undefined ? null : { from: Number(fromBlock), to: Number(toBlock) }
}

function isLongRange(call: Call): boolean {
  const range = rangeOf(call)
  return range !== null && range.to - range.from >= MAX_RANGE
}

function isFirstRange(call: Call): boolean {
  const range = rangeOf(call)
  return range !== null && range.from <= 1
}

const GET_ROUND_DATA = toFunctionSelector('getRoundData(uint80)')

function isOddOracleRound({ method, params }: Call): boolean {
  const { data, input = data } = (params[0] ?? {}) as { data?: string; input?: string }
  return (
    method === 'eth_call' && input?.startsWith(GET_ROUND_DATA) === true && /[13579bdf]$/.test(input)
  )
}

function inMilliseconds(log: Log) {
  return { ...log, blockTimestamp: numberToHex(Number(log.blockTimestamp) * 1_000) }
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
