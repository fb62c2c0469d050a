import { toWei } from '@bullring/prediction/units'
import { describe, expect, test } from 'vitest'
import { bullShare } from './round-odds.ts'

describe('bullShare', () => {
  test.each([
    [0n, 0n, null],
    [1n, 1n, 0.5],
    [1n, 2n, 0.3333],
    [5n, 0n, 1],
    [0n, 5n, 0],
  ])('of %s and %s is %s', (bull, bear, share) => {
    expect(bullShare({ bullAmount: toWei(bull), bearAmount: toWei(bear) })).toBe(share)
  })
})
