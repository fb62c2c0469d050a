import { toWei } from '@bullring/prediction/units'
import { describe, expect, test } from 'vitest'
import { seededRandom } from './random.ts'
import { splitStake } from './split-stake.ts'

const MIN_BET = 10n ** 15n

describe('splitStake', () => {
  test.each([1, 2, 7, 12])('splits a real total exactly over %s traders', (parts) => {
    const total = toWei(1_547_242_055_094_045_268n)
    const amounts = splitStake(total, parts, seededRandom(parts))
    expect(amounts).toHaveLength(parts)
    expect(amounts.reduce((a, b) => a + b, 0n)).toBe(total)
    expect(amounts.every((amount) => amount >= MIN_BET)).toBe(true)
  })

  test('uses fewer traders when the total is small, none below the minimum bet', () => {
    expect(splitStake(toWei(2n * MIN_BET), 5, seededRandom(1))).toEqual([MIN_BET, MIN_BET])
    expect(splitStake(toWei(MIN_BET - 1n), 5, seededRandom(1))).toEqual([])
  })
})
