import type { TradeFilter, TradeOutcome } from './trade-outcome.ts'

/** Everything the history drawer says. */
export const HISTORY_WORDS = {
  title: 'History',
  rounds: 'Rounds',
  unconnected: 'Please connect wallet to view history',
  empty: 'No trading history',
  emptyHint: 'Pick a side on the Next card. Your first bet will stand here.',
  failed: 'Your history could not be loaded.',
  retry: 'Try again',
  older: 'Show older bets',
  claimAll: 'Claim All Winnings',
  processing: 'Processing...',
  toCollect: 'To collect',
  yourHistory: 'Your History',
  direction: 'Your direction',
  bet: 'Your bet',
  winnings: 'Your winnings',
  result: 'Your result',
  amountToCollect: 'Amount to collect',
  roundHistory: 'Round History',
  closedPrice: 'CLOSED PRICE',
  lockedPrice: 'Locked Price',
  prizePool: 'Prize Pool',
  transaction: 'View transaction',
  pendingPrice: 'not yet',
  unsigned: '-',
} as const

export const FILTER_WORDS: Record<TradeFilter, string> = {
  all: 'All',
  collected: 'Collected',
  uncollected: 'Uncollected',
}

export const EMPTY_FILTER_WORDS: Record<TradeFilter, string> = {
  all: HISTORY_WORDS.empty,
  collected: 'Nothing collected yet',
  uncollected: 'No uncollected winnings to claim',
}

export const OUTCOME_WORDS: Record<TradeOutcome, string> = {
  win: 'WIN',
  lose: 'LOSE',
  refund: 'REFUND',
  open: 'Open',
  live: 'Live',
  calculating: 'Calculating',
}
