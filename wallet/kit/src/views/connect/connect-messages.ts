export const CONNECT_MESSAGES = {
  or: 'or',
  qrCode: 'qr code',
  installed: 'installed',
  recent: 'recent',
  allWallets: 'All Wallets',
  catalogueFailed: 'The wallet list failed to load.',
  retry: 'Try again',
  ownRelay:
    'Wallets that do not use the relay of this site connect as an extension, or in the browser of their app.',
  noWallet: 'No wallet found in this browser',
  noWalletText: 'Install one as an extension, or open this page in the browser of your wallet app.',
  getWallet: 'Get a wallet',
  agree: 'I agree to our {documents}',
  notice: 'By connecting your wallet, you agree to our {documents}',
  terms: 'terms of service',
  privacy: 'privacy policy',
  and: 'and',
} as const
