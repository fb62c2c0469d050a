import { toWei } from '@bullring/prediction/units'
import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { PoolRing, poolArcs } from './pool-ring.tsx'
import { bullShare } from './round-odds.ts'

afterEach(cleanup)

const pool = (bull: bigint, bear: bigint) => ({ bullAmount: toWei(bull), bearAmount: toWei(bear) })

describe('bullShare', () => {
  test.each([
    [0n, 0n, null],
    [1n, 1n, 0.5],
    [1n, 2n, 0.3333],
    [5n, 0n, 1],
    [0n, 5n, 0],
  ])('of %s and %s is %s', (bull, bear, share) => {
    expect(bullShare(pool(bull, bear))).toBe(share)
  })
})

describe('poolArcs', () => {
  test('centres UP at the top and DOWN at the bottom', () => {
    const [up, down] = poolArcs(0.5)
    expect((up?.from ?? 0) + (up?.to ?? 0)).toBeCloseTo(0)
    expect(((down?.from ?? 0) + (down?.to ?? 0)) / 2).toBeCloseTo(0.5)
  })

  test('gives the larger side the longer arc and a single side the whole ring', () => {
    const length = (arc: { from: number; to: number } | undefined) =>
      arc ? arc.to - arc.from : Number.NaN
    const [up, down] = poolArcs(0.75)
    expect(length(up)).toBeGreaterThan(length(down))
    expect(length(poolArcs(1)[0])).toBe(1)
    expect(length(poolArcs(1)[1])).toBe(0)
    expect(poolArcs(null)).toEqual([])
  })
})

describe('PoolRing', () => {
  test.each([
    [54_000_000n, '+$0.5400'],
    [-54_000_000n, '-$0.5400'],
    [0n, '$0.0000'],
    [null, 'Waiting'],
  ])('shows a change of %s in the middle as %s', (change, text) => {
    const { container } = render(<PoolRing pool={pool(1n, 1n)} change={change} />)
    expect(container.textContent).toBe(text)
  })
})
