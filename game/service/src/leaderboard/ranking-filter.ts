import type { Epoch } from '@bullring/prediction/units'
import type { Window } from '../market/windows.ts'

/** Criterion accounts are ranked by. */
export type Ranking = 'net_results' | 'win_percent' | 'total_rounds' | 'total_position'

/** Compared accounts, and their order. */
export type RankingFilter = {
  /** Bets on rounds that closed in it count. */
  window: Window
  /** First round of the window in each market. */
  fromEpochs: readonly Epoch[]
  rankBy: Ranking
  /** Decided rounds that an account needs to be ranked. */
  minimumRounds: number
}

export type LeaderboardFilter = RankingFilter & { limit: number }

/** Returns the same text for all requests of the same ranking. */
export function rankingKey({ window, fromEpochs, rankBy, minimumRounds }: RankingFilter): string {
  return `${window} ${fromEpochs} ${rankBy} ${minimumRounds}`
}
