export const TRANSACTION_MESSAGES = {
  none: 'No activity yet',
  noneDetail: 'Your transactions will appear here.',
  notOffered: 'Activity is not offered here',
  notOfferedDetail: 'This app cannot look up transactions on this network.',
  failed: 'Failed to fetch transactions',
  retry: 'Try again',
  more: 'Show more',
  loading: 'Loading…',
  pending: 'pending',
  failedTransaction: 'failed',
  newTab: 'opens the block explorer',
} as const
