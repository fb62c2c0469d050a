import type { MessagesByLanguage } from '#i18n/language.ts'

const en = {
  empty: 'No stats',
  emptyHint: 'They start with your first finished round.',
  unconnected: 'Please connect wallet to view stats',
  failed: 'Your stats could not be loaded.',
  won: 'won',
  wonRounds: 'Won rounds / total',
  netResults: 'Net results',
  averageReturn: 'Average return per round',
  bestRound: 'Best round',
  noBestRound: '\u2013',
  averagePosition: 'Average position',
  totalWon: 'Won',
  totalLost: 'Lost',
  totalPosition: 'Entered',
  explorer: 'View on the block explorer',
}

/** Texts of the statistics. */
export const STATS_MESSAGES: MessagesByLanguage<typeof en> = { en }
