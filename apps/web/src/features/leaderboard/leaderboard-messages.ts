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
  empty: 'No one here yet',
  emptyHint: 'No bets were decided in this period. The next round could be yours.',
  failed: 'The leaderboard could not be loaded.',
}

/** Texts of the leaderboard. */
export const LEADERBOARD_MESSAGES: MessagesByLanguage<typeof en> = { en }
