import { toAmount } from '@bullring/client/round'
import type { TradeStats as WireTradeStats } from '@bullring/game-api/trade-stats'
import { COIN_DECIMALS, parseUnits } from '@bullring/prediction/decimal'
import type { BasisPoints, Epoch, Wei } from '@bullring/prediction/units'
import { toBasisPoints, toEpoch } from '@bullring/prediction/units'

/** Sums of an account's decided rounds. Refunds are neither wins nor losses (R-STATS-4). */
export type TradeStats = {
  totalRounds: number
  wonRounds: number
  lostRounds: number
  winShare: BasisPoints
  /** Signed wei. */
  netResults: bigint
  /** Signed wei per decided round. */
  averageReturn: bigint
  averagePosition: Wei
  /** Null before the first win. */
  bestRound: { symbol: string; epoch: Epoch; profit: bigint; multiplier: number } | null
  /** Signed wei: negative when fees exceed the profits. */
  totalWon: bigint
  totalLost: Wei
  totalPosition: Wei
}

/** Decodes the statistics. */
export function decodeTradeStats(wire: WireTradeStats): TradeStats {
  return {
    totalRounds: wire.total_rounds,
    wonRounds: wire.won_rounds,
    lostRounds: wire.lost_rounds,
    winShare: toShare(wire.win_percent),
    netResults: toSignedAmount(wire.net_results),
    averageReturn: toSignedAmount(wire.avg_return),
    averagePosition: toAmount(wire.avg_position),
    bestRound: toBestRound(wire),
    totalWon: toSignedAmount(wire.total_won),
    totalLost: toAmount(wire.total_lost),
    totalPosition: toAmount(wire.total_position),
  }
}

function toBestRound(wire: WireTradeStats): TradeStats['bestRound'] {
  const { best_round_symbol, best_round_epoch, best_round_profit, best_round_multiplier } = wire
  if (best_round_epoch === null || best_round_profit === null) return null
  return {
    symbol: best_round_symbol ?? '',
    epoch: toEpoch(best_round_epoch),
    profit: toSignedAmount(best_round_profit),
    multiplier: best_round_multiplier ?? 0,
  }
}

/** Converts decimal BNB, which may be negative, to wei. */
export function toSignedAmount(text: string): bigint {
  return parseUnits(text, COIN_DECIMALS)
}

/** Converts a percentage with 2 decimals to basis points. */
export function toShare(percent: number): BasisPoints {
  return toBasisPoints(Math.round(percent * 100))
}
