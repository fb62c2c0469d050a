import { toBasisPoints, toEpoch, toUnixSeconds, toWei } from '@bullring/prediction/units'
import type { Round } from '#api/round/round.ts'

/** Length of a round in tests, in seconds; also the lock time of round 1. */
export const TEST_INTERVAL = 300

const BNB = 10n ** 18n

/** An open round with 1 BNB on each side, with `overrides`. */
export function testRound(epoch: bigint, overrides: Partial<Round> = {}): Round {
  const lock = Number(epoch) * TEST_INTERVAL
  return {
    epoch: toEpoch(epoch),
    times: {
      startTimestamp: toUnixSeconds(lock - TEST_INTERVAL),
      lockTimestamp: toUnixSeconds(lock),
      closeTimestamp: toUnixSeconds(lock + TEST_INTERVAL),
    },
    lockPrice: null,
    closePrice: null,
    priceChange: null,
    pool: { bullAmount: toWei(BNB), bearAmount: toWei(BNB) },
    pot: toWei(2n * BNB),
    multiples: { bull: 1.94, bear: 1.94 },
    treasuryFee: toBasisPoints(300n),
    state: { kind: 'open' },
    lockOracleId: null,
    closeOracleId: null,
    ...overrides,
  }
}
