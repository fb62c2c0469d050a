import { toWei } from '@bullring/prediction/units'
import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { bullShare } from './pool-share.ts'
import { TugRing, tugArcs } from './tug-ring.tsx'

afterEach(cleanup)

const pool = (bull: bigint, bear: bigint) => ({ bullAmount: toWei(bull), bearAmount: toWei(bear) })

describe('bullShare', () => {
  test.each([
    [0n, 0n, null],
    [1n, 1n, 0.5],
    [1n, 2n, 0.3333],
    [5n, 0n, 1],
    [0n, 5n, 0],
  ])('of %s to %s is %s', (bull, bear, share) => {
    expect(bullShare(pool(bull, bear))).toBe(share)
  })
})

describe('tugArcs', () => {
  test('centres UP at the top and DOWN at the bottom', () => {
    const [up, down] = tugArcs(0.5)
    expect((up?.from ?? 0) + (up?.to ?? 0)).toBeCloseTo(0)
    expect(((down?.from ?? 0) + (down?.to ?? 0)) / 2).toBeCloseTo(0.5)
  })

  test('gives the heavier side the longer arc, a lone side the whole ring', () => {
    const length = (arc: { from: number; to: number } | undefined) =>
      arc ? arc.to - arc.from : Number.NaN
    const [up, down] = tugArcs(0.75)
    expect(length(up)).toBeGreaterThan(length(down))
    expect(length(tugArcs(1)[0])).toBe(1)
    expect(length(tugArcs(1)[1])).toBe(0)
    expect(tugArcs(null)).toEqual([])
  })
})

describe('TugRing', () => {
  test.each([
    [54_000_000n, '+$0.5400'],
    [-54_000_000n, '-$0.5400'],
    [0n, '$0.0000'],
    [null, 'Waiting'],
  ])('has %s in its middle as %s', (change, text) => {
    const { container } = render(<TugRing pool={pool(1n, 1n)} change={change} />)
    expect(container.textContent).toBe(text)
  })
})
