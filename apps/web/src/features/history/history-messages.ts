import { defineMessages } from '#i18n/message.ts'

/** Texts of the history drawer. */
export const HISTORY_MESSAGES = defineMessages('history', {
  title: 'History',
  rounds: 'Rounds',
  unconnected: 'Please connect wallet to view history',
  emptyHint: 'Pick a side on the Next card. Your first bet will appear here.',
  failed: 'Your history could not be loaded.',
  retry: 'Try again',
  older: 'Loading older bets',
  claimAll: 'Claim All Winnings',
  processing: 'Processing...',
  toClaim: 'To collect',
  yourHistory: 'Your History',
  direction: 'Your direction',
  bet: 'Your bet',
  winnings: 'Your winnings',
  result: 'Your result',
  comesBack: 'Comes back',
  cameBack: 'Came back',
  amountToClaim: 'Amount to collect',
  roundHistory: 'Round History',
  closedPrice: 'CLOSED PRICE',
  lockedPrice: 'Locked Price',
  prizePool: 'Prize Pool',
  transaction: 'View transaction',
  pendingPrice: 'not yet',
})

export const HISTORY_FILTER_MESSAGES = defineMessages('history-filter', {
  all: 'All',
  claimed: 'Collected',
  unclaimed: 'Uncollected',
})

/** Shown instead of the rows, by filter. */
export const HISTORY_EMPTY_MESSAGES = defineMessages('history-empty', {
  all: 'No trading history',
  claimed: 'Nothing collected yet',
  unclaimed: 'No uncollected winnings to claim',
})

export const TRADE_OUTCOME_MESSAGES = defineMessages('trade-outcome', {
  win: 'WIN',
  lose: 'LOSE',
  refund: 'REFUND',
  open: 'Open',
  live: 'Live',
  calculating: 'Calculating',
})
