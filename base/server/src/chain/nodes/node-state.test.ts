import { describe, expect, test } from 'vitest'
import { dissenters, problemsOf } from './node-state.ts'

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
