import { numberToHex } from 'viem'
import { expect, test } from 'vitest'
import type { ChainKey } from './chain-identity.ts'
import { createChainRpc } from './chain-rpc.ts'
import type { Upstream } from './upstream.ts'

type Node = {
  chainId?: ChainKey
  head: number
  /** Its newest block, or slot with a block. */
  newest?: number
  history?: string
}

const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

const HASHES: Readonly<Record<string, string>> = { ours: 'a', other: 'b' }

/** A node of chain 56 that counts the calls beside pings. */
function nodeOf({ chainId = 56, head, newest = head, history = 'ours' }: Node) {
  const calls: string[] = []
  const hash = `0x${HASHES[history]?.repeat(64)}`
  const results: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
    eth_chainId: () => numberToHex(Number(chainId)),
    eth_blockNumber: () => numberToHex(head),
    eth_getBlockByNumber: ([number]) => (Number(number) > newest ? null : { number, hash }),
    getGenesisHash: () => SOLANA.slice('solana:'.length),
    getSlot: () => head,
    getBlocks: ([first]) => (Number(first) > newest ? [] : [newest]),
  }
  const upstream: Upstream = {
    request: ({ method, params }) => {
      const resultOf = results[method]
      if (resultOf === undefined) calls.push(method)
      return Promise.resolve({ kind: 'result', result: resultOf ? resultOf(params) : '0x1' })
    },
  }
  return { upstream, calls }
}

/** Ranks the nodes once, sends a call, and returns which of them received it and which were left out. */
async function choose(nodes: readonly Node[], chainId: ChainKey = 56) {
  const all = nodes.map(nodeOf)
  const problems: (string | null)[] = nodes.map(() => null)
  const rpc = createChainRpc({
    chainId,
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

test('a node that claims a head far ahead, and does not have that block, does not make the others late', async () => {
  expect(await choose([{ head: 9e6, newest: 900 }, { head: 901 }])).toEqual({
    problems: ['false head', null],
    asked: 1,
  })
  const cluster = [{ head: 9e6, newest: 900 }, { head: 901 }]
  expect(
    await choose(
      cluster.map((node) => ({ ...node, chainId: SOLANA })),
      SOLANA,
    ),
  ).toEqual({
    problems: ['false head', null],
    asked: 1,
  })
})

test('a node that is far ahead, and has that block, makes the others late', async () => {
  const isChosen = { problems: ['behind', null], asked: 1 }
  expect(await choose([{ head: 901 }, { head: 9_000 }])).toEqual(isChosen)
  // A gateway sends the request for the block to a node that is late.
  expect(await choose([{ head: 901 }, { head: 9_000, newest: 8_990 }])).toEqual(isChosen)
})

test('a node that refuses a range of logs is asked last for as many blocks, and first for fewer', async () => {
  const asked: string[] = []
  const nodeWith = (name: string, most: number): Upstream => ({
    request: ({ params }) => {
      asked.push(name)
      const [{ toBlock }] = params as [{ toBlock: string }]
      return Promise.resolve(
        Number(toBlock) > most
          ? { kind: 'failure', reason: 'status', status: 403 }
          : { kind: 'result', result: [] },
      )
    },
  })
  const refused: [number, number][] = []
  const rpc = createChainRpc({
    chainId: 56,
    upstreams: [nodeWith('small', 100), nodeWith('large', 1_000)],
    onRangeRefused: (...range) => refused.push(range),
  })
  const readLogs = async (blocks: number) => {
    asked.length = 0
    const params = [{ fromBlock: '0x1', toBlock: numberToHex(blocks) }]
    const { signal } = new AbortController()
    const reply = await rpc.request({ method: 'eth_getLogs', params }, { isBatched: false, signal })
    expect(reply.kind).toBe('result')
    return [...asked]
  }
  expect(await readLogs(500)).toEqual(['small', 'large'])
  expect(await readLogs(500)).toEqual(['large'])
  expect(await readLogs(50)).toEqual(['small'])
  expect(refused).toEqual([[0, 500]])
})
