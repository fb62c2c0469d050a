import { defineMessages, message } from '#i18n/message.ts'

/** Texts of the statistics. */
export const STATS_MESSAGES = defineMessages('stats', {
  period: 'Time',
  empty: 'No stats',
  emptyHint: 'Stats appear after your first finished round.',
  emptyPeriodHint: 'None of your rounds finished in this period.',
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
  currentStreak: 'Current streak',
  longestStreaks: 'Longest streaks',
  wonInARow: message('{count} won', 'count'),
  lostInARow: message('{count} lost', 'count'),
  explorer: 'View on the block explorer',
})

/** Texts of the profit line. */
export const PROFIT_MESSAGES = defineMessages('profit-line', {
  title: 'Profit over time',
  failed: 'The profit line could not be loaded.',
  start: 'Start',
  point: 'Round shown',
  after: message('after {rounds, plural, one {# round} other {# rounds}}', 'rounds'),
  summary: message(
    'Net results after {rounds, plural, one {# round} other {# rounds}}: {net} BNB. Highest {highest} BNB, lowest {lowest} BNB.',
    'rounds',
    'net',
    'highest',
    'lowest',
  ),
})
