export const CONNECTING_MESSAGES = {
  waiting: 'Continue in {name}',
  waitingDetail: 'Accept connection request in the wallet',
  declined: 'You declined the request.',
  declinedDetail: 'Nothing was connected.',
  failed: 'Connection error',
  unknownError: 'Unknown error',
  retry: 'Try again',
} as const
