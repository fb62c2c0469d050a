import { defineMessages, message } from '#i18n/message.ts'

/** Texts of the history drawer. */
export const HISTORY_MESSAGES = defineMessages('history', {
  title: 'History',
  rounds: 'Rounds',
  unconnected: 'Please connect wallet to view history',
  search: 'Find a round by its number',
  searchHint: 'Round #',
  resultFilter: 'Result filter',
  csv: 'CSV',
  export: 'Save all bets as a CSV file',
  exporting: 'Loading all bets',
  exportFailed: 'The file could not be made. Try again.',
  today: 'Today',
  yesterday: 'Yesterday',
  dayTotal: 'Total of the day',
  showRound: 'Show round and proof',
  copyTransaction: 'Copy transaction',
  copied: 'Transaction copied',
  copyFailed: 'Copying is not allowed here',
  emptyHint: 'Pick a side on the Next card. Your first bet will appear here.',
  failed: 'Your history could not be loaded.',
  retry: 'Try again',
  older: 'Loading older bets',
  kept: message('Bets before {date} are no longer kept here.', 'date'),
  claimAll: 'Claim All Winnings',
  processing: 'Processing...',
  processingStep: message('Processing {at} of {count}...', 'at', 'count'),
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

export const RESULT_FILTER_MESSAGES = defineMessages('result-filter', {
  any: 'All results',
  win: 'Won',
  lose: 'Lost',
  refund: 'Refunded',
})

/** Shown instead of the rows, by filter. */
export const HISTORY_EMPTY_MESSAGES = defineMessages('history-empty', {
  all: 'No trading history',
  claimed: 'Nothing collected yet',
  unclaimed: 'No uncollected winnings to claim',
  search: 'You did not bet on this round',
  result: 'No bets with this result',
})

export const TRADE_OUTCOME_MESSAGES = defineMessages('trade-outcome', {
  win: 'WIN',
  lose: 'LOSE',
  refund: 'REFUND',
  open: 'Open',
  live: 'Live',
  calculating: 'Calculating',
})
