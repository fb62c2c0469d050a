import { expect, test } from 'vitest'
import { LogRanges } from './log-ranges.ts'
import type { RpcReply } from './rpc-reply.ts'

const BLOCKS = 500

const error = (code: number, message: string): RpcReply => ({
  kind: 'error',
  error: { code, message },
})
const failure = (status: number): RpcReply => ({ kind: 'failure', reason: 'status', status })

function isRefusal(reply: RpcReply): boolean {
  const ranges = new LogRanges()
  ranges.note(BLOCKS, reply)
  return !ranges.mayServe(BLOCKS)
}

test.each([
  error(-32_000, 'exceed maximum block range: 50'),
  error(-32_602, 'eth_getLogs is limited to a 10 range'),
  error(-32_005, 'query returned more than 10000 results'),
  error(-32_005, 'block range limit exceeded'),
  error(-32_601, 'the method eth_getLogs does not exist'),
  failure(413),
])('%j refuses the number of blocks', (reply) => {
  expect(isRefusal(reply)).toBe(true)
})

test.each([
  error(-32_005, 'limit exceeded'),
  error(-32_005, 'daily request count exceeded, request rate limited'),
  error(429, 'Your app has exceeded its compute units per second capacity'),
  error(-32_016, 'over rate limit'),
  error(-32_000, 'Too Many Requests'),
  error(-32_000, 'header not found'),
  error(-32_001, 'Block not found'),
  error(-32_000, 'unknown block'),
  error(-32_000, 'block range extends beyond current head block'),
  failure(429),
  failure(502),
])('%j does not', (reply) => {
  expect(isRefusal(reply)).toBe(false)
})
