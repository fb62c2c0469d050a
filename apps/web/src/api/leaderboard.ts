import type { BasisPoints, Wei } from '@bullring/prediction/units'
import type { LeaderboardRow } from '@bullring/wire/game-api/leaderboard'
import type { Address } from 'viem'
import { toAmount } from './round.ts'
import { toShare, toSignedAmount } from './trade-stats.ts'

/** Time windows and rankings of the leaderboard. */
export const LEADERBOARD_WINDOWS = ['day', 'week', 'all'] as const
export const LEADERBOARD_RANKINGS = [
  'net_results',
  'win_percent',
  'total_rounds',
  'total_position',
] as const

export type LeaderboardQuery = {
  window: (typeof LEADERBOARD_WINDOWS)[number]
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
  return {
    rank: wire.rank,
    account: wire.user_address as Address,
    totalRounds: wire.total_rounds,
    winShare: toShare(wire.win_percent),
    netResults: toSignedAmount(wire.net_results),
    totalPosition: toAmount(wire.total_position),
  }
}
