import type { Wei } from '@bullring/prediction/units'
import { toWei } from '@bullring/prediction/units'
import type { Trade } from '#api/trade/trade.ts'

/** The result of a bet as the history shows it. */
export type TradeOutcome = 'win' | 'lose' | 'refund' | 'open' | 'live' | 'calculating'

/** Returns the result of a bet. */
export function tradeOutcome({ isWin, state }: Trade): TradeOutcome {
  if (isWin !== null) return isWin ? 'win' : 'lose'
  switch (state) {
    case 'refund':
    case 'empty':
      return 'refund'
    case 'open':
      return 'open'
    case 'locked':
      return 'live'
    // `isWin` of a settled round is null until the index has processed it.
    case 'settling':
    case 'settled':
      return 'calculating'
  }
}

/** Returns whether the bet was won with a profit: in a `pancake-v2` market, the fee may exceed it. */
export function isGain({ isWin, winAmount }: Trade): boolean {
  return isWin === true && winAmount > 0n
}

/** Returns the loss of a lost bet: the stake without the part that comes back (R-ROUND-13). */
export function lossOf({ stake, returnedAmount }: Trade): Wei {
  return toWei(stake - returnedAmount)
}

/** Returns the signed gain of the bet in wei: 0 for a refund, null while undecided. */
export function netResultOf(trade: Trade): bigint | null {
  switch (tradeOutcome(trade)) {
    case 'win':
      return trade.winAmount
    case 'lose':
      return -lossOf(trade)
    case 'refund':
      return 0n
    default:
      return null
  }
}

/** The filters of the history, shown as All, Collected and Uncollected. */
export const HISTORY_FILTERS = ['all', 'claimed', 'unclaimed'] as const
export type HistoryFilter = (typeof HISTORY_FILTERS)[number]

/** The results that the history can be narrowed to. */
export const RESULT_FILTERS = ['any', 'win', 'lose', 'refund'] as const
export type ResultFilter = (typeof RESULT_FILTERS)[number]

/** True if a claim would pay something for the bet: winnings, a refund or the returned part of a loss. */
export function isUnclaimed({ isClaimed, claimAmount }: Trade): boolean {
  return !isClaimed && claimAmount > 0n
}

/** Returns the trades that pass the filter (R-HISTORY-2). */
export function filterTrades(trades: readonly Trade[], filter: HistoryFilter): readonly Trade[] {
  switch (filter) {
    case 'all':
      return trades
    case 'claimed':
      return trades.filter((trade) => trade.isClaimed)
    case 'unclaimed':
      return trades.filter(isUnclaimed)
  }
}

/** Returns the trades with the given result. */
export function withResult(trades: readonly Trade[], result: ResultFilter): readonly Trade[] {
  return result === 'any' ? trades : trades.filter((trade) => tradeOutcome(trade) === result)
}
