import { toEpoch, toPriceE8, toUnixSeconds, toWei } from '@bullring/prediction/units'
import type { Trade } from '#api/trade/trade.ts'

const BNB = 10n ** 18n

/** A won and unclaimed bet of 0.05 BNB on UP. */
export function testTrade(epoch: bigint, overrides: Partial<Trade> = {}): Trade {
  return {
    symbol: 'BNB',
    epoch: toEpoch(epoch),
    position: 'bull',
    stake: toWei(BNB / 20n),
    winAmount: BNB / 50n,
    claimAmount: toWei((7n * BNB) / 100n),
    returnedAmount: toWei(0n),
    isWin: true,
    isClaimed: false,
    transaction: '0xab',
    placedAt: toUnixSeconds(1),
    lockPrice: toPriceE8(61_200_000_000n),
    closePrice: toPriceE8(61_234_000_000n),
    priceChange: toPriceE8(34_000_000n),
    pool: { bullAmount: toWei(2n * BNB), bearAmount: toWei(BNB) },
    pot: toWei(3n * BNB),
    multiples: { bull: 1.455, bear: 2.91 },
    state: 'settled',
    ...overrides,
  }
}
