export const TRANSACTION_MESSAGES = {
  none: 'No activity yet',
  noneDetail: 'Your transactions will appear here.',
  failed: 'Failed to fetch transactions',
  retry: 'Try again',
  more: 'Show more',
  loading: 'Loading…',
  pending: 'pending',
  failedTransaction: 'failed',
  newTab: 'opens the block explorer',
} as const
