export const SIWX_MESSAGES = {
  dapp: 'Dapp',
  wallet: 'Wallet',
  title: '{name} needs to connect to your wallet',
  required:
    'Sign this message to prove you own this wallet and proceed. Cancelling will disconnect you.',
  optional:
    'Sign this message to prove you own this wallet. Without it, you stay connected but not signed in.',
  cancel: 'Cancel',
  cancelling: 'Cancelling...',
  sign: 'Sign',
  signing: 'Signing...',
} as const
