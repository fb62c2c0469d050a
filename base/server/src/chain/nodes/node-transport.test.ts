import { createPublicClient } from 'viem'
import { expect, test } from 'vitest'
import { nodeTransport } from './node-transport.ts'
import type { RpcReply } from './rpc-reply.ts'

test('a client waits as long as a busy node asks it to', async () => {
  const busy: RpcReply = { kind: 'failure', reason: 'status', status: 429, retryAfter: '1' }
  const replies: RpcReply[] = [busy, { kind: 'result', result: '0x7' }]
  const request = () => Promise.resolve(replies.shift() ?? busy)
  const transport = nodeTransport({ request }, { timeoutMs: 5_000, retryCount: 1 })
  const startMs = performance.now()
  expect(await createPublicClient({ transport }).getBlockNumber()).toBe(7n)
  expect(performance.now() - startMs).toBeGreaterThan(990)
})
