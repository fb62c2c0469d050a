import type { Epoch } from '@bullring/prediction/units'
import type { Window } from '../market/windows.ts'

/** Criterion accounts are ranked by. */
export type Ranking = 'net_results' | 'win_percent' | 'total_rounds' | 'total_position'

/** Whose bets count: those on rounds that closed in a window, or since a day. */
export type RankingSpan = {
  window: Window
  /** First UTC day since 1970 that counts, instead of the window; null for the window. */
  firstDay: number | null
  /** First round of the window in each market. */
  fromEpochs: readonly Epoch[]
}

/** How accounts are compared. */
export type RankBy = {
  rankBy: Ranking
  /** Decided rounds that an account needs to be ranked. */
  minimumRounds: number
}

/** Which accounts are compared, and how. */
export type RankingFilter = RankingSpan & RankBy

/** Returns the same text for all requests of the same ranking. */
export function rankingKey(filter: RankingFilter): string {
  const { window, firstDay, fromEpochs, rankBy, minimumRounds } = filter
  const span = firstDay === null ? window : `from ${firstDay}`
  return `${span} ${fromEpochs} ${rankBy} ${minimumRounds}`
}
