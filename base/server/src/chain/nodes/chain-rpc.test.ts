import { numberToHex } from 'viem'
import { expect, test } from 'vitest'
import { createChainRpc } from './chain-rpc.ts'
import type { Upstream } from './upstream.ts'

type Node = { chainId?: number; head: number; history?: string }

const HASHES: Readonly<Record<string, string>> = { ours: 'a', other: 'b' }

/** A node of chain 56 that counts the calls beside pings. */
function nodeOf({ chainId = 56, head, history = 'ours' }: Node) {
  const calls: string[] = []
  const results: Readonly<Record<string, unknown>> = {
    eth_chainId: numberToHex(chainId),
    eth_blockNumber: numberToHex(head),
    eth_getBlockByNumber: { hash: `0x${HASHES[history]?.repeat(64)}` },
  }
  const upstream: Upstream = {
    request: ({ method }) => {
      if (!(method in results)) calls.push(method)
      return Promise.resolve({ kind: 'result', result: results[method] ?? '0x1' })
    },
  }
  return { upstream, calls }
}

/** Ranks the nodes once, sends a call, and returns which of them received it and which were left out. */
async function choose(nodes: readonly Node[]) {
  const all = nodes.map(nodeOf)
  const problems: (string | null)[] = nodes.map(() => null)
  const rpc = createChainRpc({
    chainId: 56,
    upstreams: all.map(({ upstream }) => upstream),
    onProblem: (node, problem) => {
      problems[node] = problem
    },
  })
  const ranking = new AbortController()
  const ended = rpc.keepRanking(ranking.signal)
  await expect.poll(() => problems.some((problem) => problem !== null)).toBe(true)
  const { signal } = new AbortController()
  await rpc.request({ method: 'eth_gasPrice', params: [] }, { isBatched: false, signal })
  ranking.abort()
  await ended
  return { problems, asked: all.findIndex(({ calls }) => calls.length > 0) }
}

test('a node with another history than most is left out', async () => {
  const liar = { head: 900, history: 'other' }
  expect(await choose([liar, { head: 900 }, { head: 901 }])).toMatchObject({
    problems: ['another history', null, null],
  })
})

test('of two histories the one of the node that the operator prefers is believed', async () => {
  expect(await choose([{ head: 900 }, { head: 905, history: 'other' }])).toEqual({
    problems: [null, 'another history'],
    asked: 0,
  })
})

test('nodes of another chain, and those that are behind, have no say in the history', async () => {
  const others = [
    { chainId: 1, head: 900, history: 'other' },
    { head: 100, history: 'other' },
    { head: 100, history: 'other' },
  ]
  expect(await choose([{ head: 900 }, ...others, { head: 900 }])).toMatchObject({
    problems: [null, 'another chain', 'behind', 'behind', null],
  })
})
