import type { Trade } from '#api/trade.ts'

/** How a bet came out, as the visitor sees it. */
export type TradeOutcome = 'win' | 'lose' | 'refund' | 'open' | 'live' | 'calculating'

export function tradeOutcome({ isWin, state }: Trade): TradeOutcome {
  if (isWin !== null) return isWin ? 'win' : 'lose'
  switch (state) {
    case 'refund':
      return 'refund'
    case 'open':
      return 'open'
    case 'locked':
      return 'live'
    // A settled round without a result is one the index has not finished with.
    case 'settling':
    case 'settled':
      return 'calculating'
  }
}

export const TRADE_FILTERS = ['all', 'collected', 'uncollected'] as const
export type TradeFilter = (typeof TRADE_FILTERS)[number]

/** True when `claim` would pay something for the bet: winnings or a returned stake. */
export function isUnclaimed({ isClaimed, claimAmount }: Trade): boolean {
  return !isClaimed && claimAmount > 0n
}

/** Spec, section 4, "History filters". Refunds wait to be collected just as winnings do. */
export function filterTrades(trades: readonly Trade[], filter: TradeFilter): readonly Trade[] {
  switch (filter) {
    case 'all':
      return trades
    case 'collected':
      return trades.filter((trade) => trade.isClaimed)
    case 'uncollected':
      return trades.filter(isUnclaimed)
  }
}
