export const WALLET_HELP_MESSAGES = {
  keysTitle: 'It holds your keys',
  keysText: 'Only your wallet can move your assets. Never share its recovery phrase.',
  assetsTitle: 'It shows what you own',
  assetsText: 'Your coins, tokens and activity on every network you use.',
  loginTitle: 'It signs you in',
  loginText:
    'Apps ask your wallet instead of asking for a password. Nothing happens without your approval.',
  get: 'Get a wallet',
} as const
