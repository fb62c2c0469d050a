import { describe, expect, test } from 'vitest'
import { toOracleRound } from './oracle-round.ts'

describe('toOracleRound', () => {
  test('keeps the requested id: a plain feed returns it without the phase', () => {
    expect(toOracleRound(7n, [3n, 60_000_000_000n, 90n, 100n, 3n])).toEqual({
      id: 7n,
      price: 60_000_000_000n,
      updatedAt: 100,
    })
  })

  test('is null for a round that the feed does not have', () => {
    expect(toOracleRound(7n, [0n, 0n, 0n, 0n, 0n])).toBeNull()
  })
})
