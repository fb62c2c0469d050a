import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { getAbiItem, toEventSelector } from 'viem'

type Call = { id: number; method: string; params: readonly unknown[] }
type Answer = { id: number; result: unknown }

/** What an unreliable node does to every second request, or to all. */
export type Fault =
  | 'never answers'
  | 'stops in the middle of a body'
  | 'cuts a body short'
  | 'is busy and asks to wait'
  | 'is busy and asks to wait an hour'
  | 'answers with a page of its gateway'
  | 'knows no logs at first'
  | 'hides bets'
  | 'gives a wrong block hash'
  | 'is behind the head'

export type FaultyNode = {
  url: string
  /** From now on; null for a reliable node. */
  misbehave: (fault: Fault | null) => Promise<void>
  /** How many requests were spoilt since the last `misbehave`. */
  spoilt: () => number
  close: () => Promise<void>
}

/** Spoils an answer as a whole. */
type Spoiler = (response: ServerResponse, body: string) => void

const SPOILERS: Partial<Record<Fault, Spoiler>> = {
  'never answers': () => undefined,
  'stops in the middle of a body': (response, body) => {
    response.writeHead(200, { 'content-length': `${body.length}` }).write(body.slice(0, 20))
  },
  'cuts a body short': (response, body) => response.end(body.slice(0, -20)),
  'is busy and asks to wait': (response) => response.writeHead(429, { 'retry-after': '1' }).end(),
  'is busy and asks to wait an hour': (response) =>
    response.writeHead(429, { 'retry-after': '3600' }).end(),
  'answers with a page of its gateway': (response) =>
    response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>'),
}

/** These hit every request: a second answer must not give the lie away. */
const ALWAYS: ReadonlySet<Fault | null> = new Set(['knows no logs at first', 'hides bets'])

const BET_BULL = toEventSelector(getAbiItem({ abi: predictionAbi, name: 'BetBull' }))

function isNoBullBet(log: { topics?: readonly string[] }): boolean {
  return log.topics?.[0] !== BET_BULL
}

/** A node between the service and the real one that can fail and lie. */
export async function startFaultyNode(target: string): Promise<FaultyNode> {
  let fault: Fault | null = null
  let frozenHead = 0
  let requests = 0
  let spoilt = 0
  const seen = new Set<string>()

  const lieAboutLogs = (call: Call, logs: unknown): unknown => {
    if (fault === 'hides bets' && Array.isArray(logs)) return logs.filter(isNoBullBet)
    if (fault !== 'knows no logs at first') return logs
    const key = JSON.stringify(call.params)
    const isLie = !seen.has(key)
    seen.add(key)
    return isLie ? [] : logs
  }

  const lieAbout = (call: Call, result: unknown): unknown => {
    if (call.method === 'eth_getLogs') return lieAboutLogs(call, result)
    if (call.method !== 'eth_getBlockByNumber' || !isBlock(result)) return result
    if (fault === 'gives a wrong block hash') return { ...result, hash: `0x${'99'.repeat(32)}` }
    if (fault === 'is behind the head' && Number(result.number) > frozenHead) return null
    return result
  }

  const spoil = async (calls: readonly Call[], by: Fault): Promise<Answer[]> => {
    const asked = by === 'is behind the head' ? atHead(calls, frozenHead) : calls
    const answers = await forward(target, asked)
    return answers.map((answer) => {
      const call = calls.find(({ id }) => id === answer.id)
      return call ? { ...answer, result: lieAbout(call, answer.result) } : answer
    })
  }

  const server = createServer(async (request, response) => {
    const body = await text(request)
    const calls = callsOf(body)
    requests += 1
    const isHit = ALWAYS.has(fault) || requests % 2 === 0
    const hit = isHit ? fault : null
    if (hit !== null) spoilt += 1
    const answers = hit === null ? await forward(target, calls) : await spoil(calls, hit)
    const out = JSON.stringify(body.startsWith('[') ? answers : answers[0])
    const spoiler = hit === null ? undefined : SPOILERS[hit]
    if (spoiler) spoiler(response, out)
    else response.setHeader('content-type', 'application/json').end(out)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    misbehave: async (next) => {
      const [head] = await forward(target, [{ id: 1, method: 'eth_blockNumber', params: [] }])
      frozenHead = Number(head?.result)
      fault = next
      spoilt = 0
    },
    spoilt: () => spoilt,
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

/** The newest block, for a node that has not heard of the later ones. */
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

async function forward(target: string, calls: readonly Call[]): Promise<Answer[]> {
  const answer = await fetch(target, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(calls.map((call) => ({ jsonrpc: '2.0', ...call }))),
  })
  return (await answer.json()) as Answer[]
}
