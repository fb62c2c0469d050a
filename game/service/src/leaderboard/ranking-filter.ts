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

/** Whether a ranking compares the sums of every account: the database keeps only the windows of one market in order. */
export function needsAllSums(
  markets: readonly unknown[],
  { firstDay }: Pick<RankingSpan, 'firstDay'>,
): boolean {
  return markets.length > 1 || firstDay !== null
}

/** Returns the same text for a window, whichever rounds are in it. */
export function spanKey({ window, firstDay }: Pick<RankingSpan, 'window' | 'firstDay'>): string {
  return firstDay === null ? window : `from ${firstDay}`
}

/** Returns the same text for all requests of the same ranking. */
export function rankingKey(filter: RankingFilter): string {
  const { fromEpochs, rankBy, minimumRounds } = filter
  return `${spanKey(filter)} ${fromEpochs} ${rankBy} ${minimumRounds}`
}
