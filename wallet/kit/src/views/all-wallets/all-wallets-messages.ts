export const ALL_WALLETS_MESSAGES = {
  search: 'Search wallet',
  certified: 'Certified wallets only',
  certifiedOn: 'Only WalletConnect certified',
  qrCode: 'Show QR code',
  none: 'No wallet found',
  noneText: 'Try another name.',
  failed: 'The wallet list failed to load.',
  failedText: 'Check your connection and try again.',
  retry: 'Try again',
  off: 'This app has no wallet list.',
  loading: 'Loading wallets',
  installed: 'installed',
} as const
