import type { ServerResponse } from 'node:http'
import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { getAbiItem, numberToHex, toEventSelector, toFunctionSelector } from 'viem'

/** Faults of an unreliable node. */
export const FAULTS = [
  'never responds',
  'cuts the connection',
  'stops in the middle of a body',
  'cuts a body short',
  'is busy and sets Retry-After',
  'is busy and sets Retry-After to an hour',
  'responds with a gateway error page',
  'responds with a page',
  'is unavailable',
  'returns no logs at first',
  'returns no logs',
  'returns some of the logs',
  'hides bets',
  'hides all but bets',
  'returns a wrong block hash',
  'is of another history',
  'is behind the head',
  'announces a block that it lacks',
  'limits a batch to 3 calls',
  'refuses batches',
  'refuses ranges with a status',
  'dates blocks 1970',
  'dates blocks in milliseconds',
  'dates logs 1970',
  'dates logs in milliseconds',
  'dates logs late',
  'returns each log twice',
  'returns logs in reverse',
  'returns logs of another block',
  'returns logs with half of their data',
  'returns odd hex',
  'returns nulls',
  'returns numbers as objects',
  'leaves out results',
  'leaves out replies',
  'returns wrong ids',
  'fails every other oracle round',
  'lacks every other oracle round',
  'fails contract calls',
  'reverts contract calls',
  'returns half of a word for contract calls',
  'returns nothing for contract calls',
  'returns zeros for contract calls',
  'returns no logs of the first range once',
] as const

export type Fault = (typeof FAULTS)[number]

export type Call = { id: number; method: string; params: readonly unknown[] }
export type Reply = { id: number; result?: unknown; error?: unknown }
type Fields = Readonly<Record<string, unknown>>

/** Effects of a fault on a request; each is optional. */
export type Spoiling = {
  /** Also hits the requests that a retry would send: a correct one would reveal it. */
  isConstant?: true
  /** Returns the status of a refusal; null when the request is served. */
  refuse?: (calls: readonly Call[]) => number | null
  /** Changes a call before it is made. */
  call?: (call: Call) => Call
  /** Changes a reply; null leaves it out. */
  reply?: (reply: Reply, call: Call) => Reply | null
  logs?: (logs: readonly Fields[]) => unknown
  block?: (block: Fields) => unknown
  /** Sends something else than the body. */
  respond?: (response: ServerResponse, body: string) => void
}

const BET_BULL = toEventSelector(getAbiItem({ abi: predictionAbi, name: 'BetBull' }))
const BET_BEAR = toEventSelector(getAbiItem({ abi: predictionAbi, name: 'BetBear' }))
const GET_ROUND_DATA = toFunctionSelector('getRoundData(uint80)')

/** Blocks of a range that a node with limits serves. */
const MAX_RANGE = 4

const refusal = (status: number, headers: Readonly<Record<string, string>> = {}, body = '') => ({
  respond: (response: ServerResponse) => response.writeHead(status, headers).end(body),
})
const eachLog = (change: (log: Fields, index: number) => Fields): Spoiling => ({
  isConstant: true,
  logs: (logs) => logs.map(change),
})
const ofContractCalls = (change: (reply: Reply) => Reply): Spoiling => ({
  reply: (reply, { method }) => (method === 'eth_call' ? change(reply) : reply),
})
const failure = (id: number, code: number, message: string): Reply => ({
  id,
  error: { code, message },
})

/** Faults without a memory. */
export const SPOILINGS: Readonly<Partial<Record<Fault, Spoiling>>> = {
  'never responds': { respond: () => undefined },
  'cuts the connection': { respond: (response) => response.destroy() },
  'stops in the middle of a body': {
    respond: (response, body) => {
      response.writeHead(200, { 'content-length': `${body.length}` }).write(body.slice(0, 20))
    },
  },
  'cuts a body short': { respond: (response, body) => response.end(body.slice(0, -20)) },
  'is busy and sets Retry-After': refusal(429, { 'retry-after': '1' }),
  'is busy and sets Retry-After to an hour': refusal(429, { 'retry-after': '3600' }),
  'responds with a gateway error page': refusal(
    502,
    { 'content-type': 'text/html' },
    '<h1>Bad gateway</h1>',
  ),
  'responds with a page': refusal(200, { 'content-type': 'text/html' }, '<h1>Sign in</h1>'),
  'is unavailable': refusal(503),
  'returns no logs': { isConstant: true, logs: () => [] },
  'returns some of the logs': { isConstant: true, logs: (logs) => logs.filter(isKept) },
  'hides bets': { isConstant: true, logs: (logs) => logs.filter((log) => !isBullBet(log)) },
  'hides all but bets': { isConstant: true, logs: (logs) => logs.filter(isBet) },
  'returns a wrong block hash': { block: (block) => ({ ...block, hash: `0x${'99'.repeat(32)}` }) },
  'is of another history': {
    isConstant: true,
    call: (call) => ({ ...call, params: call.params.map(inOtherHistory) }),
    block: inOtherHistory,
    logs: (logs) => logs.map(inOtherHistory),
  },
  'announces a block that it lacks': {
    reply: (reply, { params: [block] }) =>
      block === 'latest' && isFields(reply.result) && 'hash' in reply.result
        ? { ...reply, result: { ...reply.result, number: numberToHex(1e9) } }
        : reply,
  },
  'limits a batch to 3 calls': {
    isConstant: true,
    refuse: (calls) => (calls.length > 3 ? 500 : null),
  },
  'refuses batches': { isConstant: true, refuse: (calls) => (calls.length > 1 ? 400 : null) },
  'refuses ranges with a status': {
    isConstant: true,
    refuse: (calls) => (calls.some(isLongRange) ? 403 : null),
  },
  'dates blocks 1970': { block: (block) => ({ ...block, timestamp: '0x0' }) },
  'dates blocks in milliseconds': {
    block: (block) => ({ ...block, timestamp: numberToHex(Number(block['timestamp']) * 1_000) }),
  },
  'dates logs 1970': eachLog((log) => ({ ...log, blockTimestamp: '0x0' })),
  'dates logs in milliseconds': eachLog((log) => dated(log, (time) => time * 1_000)),
  'dates logs late': eachLog((log) => dated(log, (time) => time + 7)),
  'returns each log twice': { isConstant: true, logs: (logs) => [...logs, ...logs] },
  'returns logs in reverse': { isConstant: true, logs: (logs) => logs.toReversed() },
  'returns logs of another block': {
    logs: (logs) => logs.map((log) => ({ ...log, blockHash: `0x${'77'.repeat(32)}` })),
  },
  'returns logs with half of their data': {
    logs: (logs) => logs.map((log) => ({ ...log, data: String(log['data']).slice(0, 34) })),
  },
  'returns odd hex': {
    logs: (logs) => logs.map((log) => ({ ...log, data: `${log['data']}0` })),
    block: (block) => ({ ...block, hash: `${block['hash']}0` }),
  },
  'returns nulls': { block: () => null, logs: () => null },
  'returns numbers as objects': {
    logs: (logs) => ({ logs }),
    block: (block) => ({ ...block, number: { value: block['number'] } }),
  },
  'leaves out results': { reply: ({ id }) => ({ id }) },
  'leaves out replies': { reply: (reply, { id }) => (id % 2 === 0 ? null : reply) },
  'returns wrong ids': { reply: (reply) => ({ ...reply, id: reply.id + 1 }) },
  'fails every other oracle round': {
    isConstant: true,
    reply: (reply, call) =>
      isOddOracleRound(call) ? failure(reply.id, -32_603, 'handle request error') : reply,
  },
  'lacks every other oracle round': {
    isConstant: true,
    reply: (reply, call) =>
      isOddOracleRound(call) ? failure(reply.id, 3, 'execution reverted') : reply,
  },
  'fails contract calls': ofContractCalls(({ id }) => failure(id, -32_603, 'Internal error')),
  'reverts contract calls': ofContractCalls(({ id }) => failure(id, 3, 'execution reverted')),
  'returns half of a word for contract calls': ofContractCalls((reply) => ({
    ...reply,
    result: `0x${'00'.repeat(16)}`,
  })),
  'returns nothing for contract calls': ofContractCalls((reply) => ({ ...reply, result: '0x' })),
  'returns zeros for contract calls': ofContractCalls((reply) => ({
    ...reply,
    result: String(reply.result).replaceAll(/[1-9a-f]/g, '0'),
  })),
}

function isBullBet({ topics }: Fields): boolean {
  return (topics as readonly string[])[0] === BET_BULL
}

function isBet(log: Fields): boolean {
  return isBullBet(log) || (log['topics'] as readonly string[])[0] === BET_BEAR
}

/** Keeps the same logs whenever they are read. */
function isKept({ transactionHash, logIndex }: Fields): boolean {
  return (Number(`0x${String(transactionHash).slice(-2)}`) + Number(logIndex)) % 3 !== 0
}

const HASHES: ReadonlySet<string> = new Set(['hash', 'parentHash', 'blockHash'])

/** Changes the hashes of blocks so that the same change restores them. */
function inOtherHistory(value: unknown): unknown {
  if (!isFields(value)) return value
  const change = ([name, field]: [string, unknown]) => [
    name,
    HASHES.has(name) && typeof field === 'string' ? otherHash(field) : field,
  ]
  return Object.fromEntries(Object.entries(value).map(change))
}

function otherHash(hash: string): string {
  return `0x${(15 - Number(`0x${hash[2]}`)).toString(16)}${hash.slice(3)}`
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function dated(log: Fields, change: (time: number) => number): Fields {
  return { ...log, blockTimestamp: numberToHex(change(Number(log['blockTimestamp']))) }
}

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

/** Returns whether a call asks for logs of the chain's first blocks. */
export function isFirstRange(call: Call): boolean {
  const range = rangeOf(call)
  return range !== null && range.from <= 1
}

function isOddOracleRound({ method, params }: Call): boolean {
  const { data, input = data } = (params[0] ?? {}) as { data?: string; input?: string }
  return (
    method === 'eth_call' && input?.startsWith(GET_ROUND_DATA) === true && /[13579bdf]$/.test(input)
  )
}
