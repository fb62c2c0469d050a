import { describe, expect, test } from 'vitest'
import { dissenters, problemsOf, proveHeads } from './node-state.ts'
import type { RpcReply } from './rpc-reply.ts'

const up = (head: number | null) => ({ isUp: true, isOtherChain: false, isHeadFalse: false, head })
const DOWN = { isUp: false, isOtherChain: false, isHeadFalse: false, head: null }

describe('problemsOf', () => {
  test('a node more than 20 blocks behind most others is behind', () => {
    expect(problemsOf([up(100), up(121), up(121)], 56)).toEqual(['behind', null, null])
    expect(problemsOf([up(101), up(121), up(121)], 56)).toEqual([null, null, null])
  })

  test('of two nodes the one with fewer blocks is behind', () => {
    expect(problemsOf([up(500), up(900)], 56)).toEqual(['behind', null])
  })

  test('one node far ahead of most does not make the others late', () => {
    expect(problemsOf([up(9e9), up(900), up(901)], 56)).toEqual([null, null, null])
  })

  test('nodes that are down, or do not say how far they are, are not behind', () => {
    expect(problemsOf([DOWN, up(null), up(900)], 56)).toEqual([null, null, null])
    expect(problemsOf([DOWN, DOWN], 56)).toEqual([null, null])
  })

  test('slots of Solana pass faster', () => {
    const cluster = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
    expect(problemsOf([up(850), up(1_000)], cluster)).toEqual([null, null])
    expect(problemsOf([up(849), up(1_000)], cluster)).toEqual(['behind', null])
  })

  test('a node of another chain is named', () => {
    expect(problemsOf([{ ...DOWN, isOtherChain: true, head: 5 }, up(900)], 56)).toEqual([
      'another chain',
      null,
    ])
  })
})

describe('proveHeads', () => {
  /** Lets a node at 9000 prove its head beside one at `other`. */
  const prove = async (other: number, replyTo: (block: number) => RpcReply) => {
    const upstream = {
      request: ({ params }: { params: readonly unknown[] }) =>
        Promise.resolve(replyTo(Number(params[0]))),
    }
    const { signal } = new AbortController()
    const states = await proveHeads([upstream, upstream], [up(other), up(9_000)], 56, signal)
    return states[1]
  }
  /** A node that has the blocks up to `newest`. */
  const upTo = (newest: number) => (block: number) => ({
    kind: 'result' as const,
    result: block > newest ? null : { number: block, hash: `0x${'a'.repeat(64)}` },
  })
  const UNPROVEN = up(null)

  test('a node whose gateway has another one reply, a few blocks behind, has proven its head', async () => {
    expect(await prove(900, upTo(8_990))).toEqual(up(9_000))
    expect(await prove(8_979, upTo(8_997))).toEqual(up(9_000))
  })

  test.each<[string, RpcReply]>([
    ['an error', { kind: 'error', error: { code: -32_005, message: 'limit exceeded' } }],
    ['no reply', { kind: 'failure', reason: 'timeout' }],
  ])('%s shows nothing', async (_, reply) => {
    expect(await prove(900, () => reply)).toEqual(UNPROVEN)
  })

  test('a node that lacks blocks only as new as those that a used one may lack has shown nothing', async () => {
    expect(await prove(8_960, upTo(8_980))).toEqual(UNPROVEN)
  })

  test('a node that lacks much older blocks than its head has a false head', async () => {
    expect(await prove(8_959, upTo(8_979))).toEqual({ ...UNPROVEN, isHeadFalse: true })
  })
})

describe('dissenters', () => {
  test.each<[readonly (string | null)[], number[]]>([
    [['a', 'a', 'b'], [2]],
    [['b', 'a', 'a'], [0]],
    // As many: the node that the operator named first is believed.
    [['b', 'a'], [1]],
    [['a', null, 'a'], []],
    [[null, null], []],
    [[], []],
  ])('of %j', (hashes, expected) => {
    expect([...dissenters(hashes)]).toEqual(expected)
  })
})
