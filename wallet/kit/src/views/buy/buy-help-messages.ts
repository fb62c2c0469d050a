export const BUY_HELP_MESSAGES = {
  providerTitle: 'A provider sells you coins',
  providerText:
    'You pay on its page, by card or bank transfer. This app sees neither your card nor your name.',
  walletTitle: 'They go to your wallet',
  walletText: 'The provider sends them to your address. From then on only you control them.',
  costTitle: 'The provider sets the price',
  costText: 'Fees and limits differ, and its page shows the final amount before you pay.',
  gotIt: 'Got it',
} as const
