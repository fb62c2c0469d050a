export const SOLANA_MESSAGES = {
  notConfigured: 'Namespace is not configured',
  failed: 'Your Solana account could not be loaded',
  balanceFailed: 'Balance unavailable',
  switchNetwork: 'Switch network',
  sent: 'Transaction started',
  sendFailed: 'Failed to send transaction. Please try again.',
  incomplete: 'Please enter a valid amount and receiver address',
  declined: 'Transaction declined',
  retry: 'Try again',
  fee: 'Network cost: {amount} SOL',
} as const
