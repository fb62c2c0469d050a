import { defineMessages } from '#i18n/message.ts'

/** Texts of the statistics. */
export const STATS_MESSAGES = defineMessages('stats', {
  empty: 'No stats',
  emptyHint: 'They start with your first finished round.',
  unconnected: 'Please connect wallet to view stats',
  failed: 'Your stats could not be loaded.',
  won: 'won',
  wonRounds: 'Won rounds / total',
  netResults: 'Net results',
  averageReturn: 'Average return per round',
  bestRound: 'Best round',
  noBestRound: '–',
  averagePosition: 'Average position',
  totalWon: 'Won',
  totalLost: 'Lost',
  totalPosition: 'Entered',
  explorer: 'View on the block explorer',
})
