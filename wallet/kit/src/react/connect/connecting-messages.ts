export const CONNECTING_MESSAGES = {
  waiting: 'Continue in {name}',
  waitingDetail: 'Accept connection request in the wallet',
  declined: 'Connection declined',
  declinedDetail: 'Connection can be declined if a previous request is still active',
  failed: 'Connection error',
  unknownError: 'Unknown error',
  retry: 'Try again',
} as const
