import type { MessagesByLanguage } from '#i18n/language.ts'

const en = {
  table: 'Leaderboard',
  window: 'Time',
  windows: { day: 'Day', week: 'Week', all: 'All time' },
  rankBy: 'Ranked by',
  rankings: {
    net_results: 'Net results',
    win_percent: 'Win percent',
    total_rounds: 'Rounds',
    total_position: 'Staked',
  },
  rank: 'Rank',
  player: 'Player',
  rounds: 'Rounds',
  wins: 'Wins',
  net: 'Net results',
  staked: 'Staked',
  you: 'You',
  empty: 'Nobody here yet',
  emptyHint: 'No bet was decided in this time. The next round may be yours.',
  failed: 'The leaderboard could not be loaded.',
}

/** Everything the leaderboard says. */
export const LEADERBOARD_MESSAGES: MessagesByLanguage<typeof en> = { en }
