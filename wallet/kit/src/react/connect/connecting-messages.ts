export const CONNECTING_MESSAGES = {
  waiting: 'Continue in {name}',
  waitingDetail: 'Accept connection request in the wallet',
  declined: 'You declined the request.',
  declinedDetail: 'Nothing was connected.',
  unanswered: 'Open {name}',
  unansweredDetail: 'A request is open there. Answer it, then try again.',
  noAccount: '{name} shared no account',
  noAccountDetail: 'Unlock the wallet, allow an account, then try again.',
  failed: 'Connection error',
  unknownError: 'Unknown error',
  retry: 'Try again',
} as const
