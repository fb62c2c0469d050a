import { toAmount } from '@bullring/client/round'
import type { LeaderboardRow } from '@bullring/game-api/leaderboard'
import type { LeaderboardRankResponse } from '@bullring/game-api/leaderboard-rank'
import type { BasisPoints, Wei } from '@bullring/prediction/units'
import type { Address } from 'viem'
import { toShare, toSignedAmount } from './trade-stats.ts'

/** Time windows and rankings of the leaderboard. */
export const LEADERBOARD_WINDOWS = ['day', 'week', 'month', 'all'] as const
export const LEADERBOARD_RANKINGS = [
  'net_results',
  'win_percent',
  'total_rounds',
  'total_position',
] as const

/** A span of time up to now. */
export type StatsWindow = (typeof LEADERBOARD_WINDOWS)[number]

export type LeaderboardQuery = {
  window: StatsWindow
  rankBy: (typeof LEADERBOARD_RANKINGS)[number]
}

/** The rank of one account and its results. */
export type Standing = {
  rank: number
  account: Address
  totalRounds: number
  winShare: BasisPoints
  /** Signed wei. */
  netResults: bigint
  totalPosition: Wei
}

/** Decodes a row of the leaderboard. */
export function decodeStanding(wire: LeaderboardRow): Standing {
  return { rank: wire.rank, ...decodeResults(wire) }
}

function decodeResults(wire: Omit<LeaderboardRow, 'rank'>): Omit<Standing, 'rank'> {
  return {
    account: wire.user_address as Address,
    totalRounds: wire.total_rounds,
    winShare: toShare(wire.win_percent),
    netResults: toSignedAmount(wire.net_results),
    totalPosition: toAmount(wire.total_position),
  }
}

/** A ranking, and the place of one account in it. */
export type OwnRank = {
  /** Accounts that are ranked. */
  players: number
  /** Decided rounds that takes. */
  minimumRounds: number
  /** Null without an account, and without a decided round; its rank is null below the minimum. */
  standing: (Omit<Standing, 'rank'> & { rank: number | null }) | null
}

/** Decodes a rank. */
export function decodeOwnRank(wire: LeaderboardRankResponse): OwnRank {
  const { players, minimum_rounds: minimumRounds, standing } = wire
  return {
    players,
    minimumRounds,
    standing: standing && {
      ...decodeResults(standing),
      rank: standing.rank,
    },
  }
}
