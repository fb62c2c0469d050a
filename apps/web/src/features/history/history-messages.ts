import type { MessagesByLanguage } from '#i18n/language.ts'

const en = {
  title: 'History',
  rounds: 'Rounds',
  unconnected: 'Please connect wallet to view history',
  filters: { all: 'All', claimed: 'Collected', unclaimed: 'Uncollected' },
  empty: {
    all: 'No trading history',
    claimed: 'Nothing collected yet',
    unclaimed: 'No uncollected winnings to claim',
  },
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
  outcomes: {
    win: 'WIN',
    lose: 'LOSE',
    refund: 'REFUND',
    open: 'Open',
    live: 'Live',
    calculating: 'Calculating',
  },
}

export type HistoryMessages = typeof en

/** Texts of the history drawer. */
export const HISTORY_MESSAGES: MessagesByLanguage<HistoryMessages> = { en }
