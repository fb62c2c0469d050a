import { splitPot, winnerOf } from '@bullring/prediction/payout'
import { toBasisPoints } from '@bullring/prediction/units'
import { describe, expect, test } from 'vitest'
import { readRecordedRounds, recordedRound } from './recorded-rounds.ts'

const rounds = await readRecordedRounds()
const rules = { treasuryFee: toBasisPoints(300), maxPayoutMultiple: 2_000, isFeeCapped: true }

describe('readRecordedRounds', () => {
  test('reads 200 consecutive rounds, each closing at the price the next one locks at', () => {
    expect(rounds).toHaveLength(200)
    for (const [index, round] of rounds.slice(1).entries()) {
      expect(round.epoch).toBe((rounds[index]?.epoch ?? 0) + 1)
      expect(round.lockPrice).toBe(rounds[index]?.closePrice)
    }
  })

  test('holds rounds whose base and reward our rules reproduce to the wei', () => {
    for (const round of rounds) {
      const winner = winnerOf(round.lockPrice, round.closePrice)
      if (winner === null) throw new Error('a recorded round is a tie')
      expect(splitPot(round, winner, rules)).toMatchObject({
        winningAmount: round.rewardBaseCalAmount,
        rewardAmount: round.rewardAmount,
      })
    }
  })
})

describe('recordedRound', () => {
  test('starts over after the last round', () => {
    expect(recordedRound(rounds, 1)).toBe(rounds[0])
    expect(recordedRound(rounds, 200)).toBe(rounds[199])
    expect(recordedRound(rounds, 201)).toBe(rounds[0])
  })
})
