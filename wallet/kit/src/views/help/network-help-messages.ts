export const NETWORK_HELP_MESSAGES = {
  systemTitle: 'A shared ledger',
  systemText: 'Independent computers agree on who owns what. None of them can change it alone.',
  choiceTitle: 'There are many networks',
  choiceText:
    'Each has its own coin, fees and apps. What you own on one is not available on the others.',
  more: 'Learn more',
} as const
