import { defineMessages } from '#i18n/message.ts'

/** Texts of the leaderboard. */
export const LEADERBOARD_MESSAGES = defineMessages('leaderboard', {
  table: 'Leaderboard',
  window: 'Time',
  rankBy: 'Ranked by',
  rank: 'Rank',
  player: 'Player',
  rounds: 'Rounds',
  wins: 'Wins',
  net: 'Net results',
  staked: 'Staked',
  you: 'You',
  empty: 'No one here yet',
  emptyHint: 'No bets were decided in this period. The next round could be yours.',
  failed: 'The leaderboard could not be loaded.',
})

export const LEADERBOARD_WINDOW_MESSAGES = defineMessages('leaderboard-window', {
  day: 'Day',
  week: 'Week',
  all: 'All time',
})

export const LEADERBOARD_RANKING_MESSAGES = defineMessages('leaderboard-ranking', {
  net_results: 'Net results',
  win_percent: 'Win percent',
  total_rounds: 'Rounds',
  total_position: 'Staked',
})
