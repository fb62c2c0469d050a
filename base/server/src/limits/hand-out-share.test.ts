import { describe, expect, test } from 'vitest'
import { hasShare, unsharedPart } from './hand-out-share.ts'

const state = (handedOut: number, knownForMs: number) => ({
  left: 600 - handedOut,
  handedOut,
  knownForMs,
})

/** Counts how much a node hands out, one by one, before the next exchange. */
function handedOutOf(knownForMs: number, nodes: number): number {
  let count = 0
  const unshared = unsharedPart(600, 1 / 50)
  while (count < 600 && hasShare(state(count, knownForMs), 1, { nodes, unshared })) count += 1
  return count
}

describe('hasShare', () => {
  test('hands out a third of the rest, divided by the nodes', () => {
    expect(handedOutOf(0, 2)).toBe(100)
    expect(handedOutOf(0, 10)).toBe(20)
  })

  test('hands out the unshared part of what other nodes may have used since', () => {
    expect(handedOutOf(1_000, 2)).toBe(12)
    expect(handedOutOf(Number.POSITIVE_INFINITY, 2)).toBe(12)
    expect(handedOutOf(0, 1_000)).toBe(12)
  })

  test('lets one node alone hand out everything', () => {
    expect(handedOutOf(Number.POSITIVE_INFINITY, 1)).toBe(600)
  })

  test('allows a first request of any size', () => {
    expect(hasShare(state(0, 0), 600, { nodes: 2, unshared: 12 })).toBe(true)
  })
})

describe('unsharedPart', () => {
  test('is at least three', () => {
    expect(unsharedPart(20, 1 / 50)).toBe(3)
  })
})
