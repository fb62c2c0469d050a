import { defineMessages, message } from '#i18n/message.ts'

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
  unranked: '–',
  players: message('{count, plural, one {# player} other {# players}}', 'count'),
  place: message('of {players}', 'players'),
  minimum: message('At least {rounds, plural, one {# round} other {# rounds}}', 'rounds'),
  progress: message('{rounds} of {minimum} rounds', 'rounds', 'minimum'),
  empty: 'No one here yet',
  emptyHint: 'No bets were decided in this period. The next round could be yours.',
  failed: 'The leaderboard could not be loaded.',
})

export const LEADERBOARD_RANKING_MESSAGES = defineMessages('leaderboard-ranking', {
  net_results: 'Net results',
  win_percent: 'Win percent',
  total_rounds: 'Rounds',
  total_position: 'Staked',
})
