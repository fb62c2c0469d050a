import type { Round } from '@bullring/client/round'
import { toBasisPoints, toEpoch, toPriceE8, toUnixSeconds, toWei } from '@bullring/prediction/units'

/** Returns a round that UP won, with `overrides`. */
export function testRound(overrides: Partial<Round> = {}): Round {
  return {
    epoch: toEpoch(1n),
    times: {
      startTimestamp: toUnixSeconds(0),
      lockTimestamp: toUnixSeconds(300),
      closeTimestamp: toUnixSeconds(600),
    },
    lockPrice: toPriceE8(100n),
    closePrice: toPriceE8(101n),
    priceChange: toPriceE8(1n),
    pool: { bullAmount: toWei(100n), bearAmount: toWei(100n) },
    pot: toWei(200n),
    multiples: { bull: 2, bear: 2 },
    treasuryFee: toBasisPoints(300n),
    state: { kind: 'settled', winner: 'bull' },
    lockOracleId: 1n,
    closeOracleId: 2n,
    ...overrides,
  }
}
