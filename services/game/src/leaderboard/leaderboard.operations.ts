import { percentOf } from '@bullring/prediction/ratio'
import type { UnixSeconds } from '@bullring/prediction/units'
import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import type { LeaderboardRow } from '@bullring/wire/game-api/leaderboard'
import { LeaderboardRequest, LeaderboardResponse } from '@bullring/wire/game-api/leaderboard'
import {
  LeaderboardRankRequest,
  LeaderboardRankResponse,
} from '@bullring/wire/game-api/leaderboard-rank'
import type { Address } from 'viem'
import { API_ERRORS } from '../http/documented-errors.ts'
import type { BySymbol } from '../market/by-symbol.ts'
import { coinText } from '../market/round-figures.ts'
import type { RoundClock } from '../market/round-rules.ts'
import { firstEpochOf } from '../market/windows.ts'
import type {
  LeaderboardFilter,
  RankedStanding,
  RankingFilter,
  Standing,
} from './leaderboard.queries.ts'
import { minimumRounds } from './minimum-rounds.ts'

export type LeaderboardDeps = {
  clock: Pick<RoundClock, 'firstEpochClosedAfter'>
  /** Chain time. */
  now: () => UnixSeconds
  findLeaders: (filter: LeaderboardFilter) => Promise<Standing[]>
  findRank: (filter: RankingFilter & { account: Address | null }) => Promise<RankedStanding>
}

/** POST /api/leaderboard and /api/leaderboard-rank. */
export function leaderboardOperations(ofMarket: BySymbol<LeaderboardDeps>): readonly Operation[] {
  return [
    defineOperation({
      method: 'post',
      path: '/api/leaderboard',
      summary: 'Accounts ranked, best first',
      body: LeaderboardRequest,
      response: LeaderboardResponse,
      errors: [...API_ERRORS, 404],
      handler: async ({ body }) => {
        const deps = ofMarket(body.symbol)
        const filter = await toRankingFilter(deps, body)
        const leaders = await deps.findLeaders({ ...filter, limit: body.limit })
        return leaders.map((standing, index) => ({ rank: index + 1, ...toRow(standing) }))
      },
    }),
    defineOperation({
      method: 'post',
      path: '/api/leaderboard-rank',
      summary: 'The rank of one account',
      body: LeaderboardRankRequest,
      response: LeaderboardRankResponse,
      errors: [...API_ERRORS, 404],
      handler: async ({ body }) => {
        const deps = ofMarket(body.symbol)
        const filter = await toRankingFilter(deps, body)
        const account = body.user_address ?? null
        const { players, own } = await deps.findRank({ ...filter, account })
        return {
          players,
          minimum_rounds: filter.minimumRounds,
          standing: own && { rank: own.rank, ...toRow(own.standing) },
        }
      },
    }),
  ]
}

type RankingRequest = { window: RankingFilter['window']; rank_by: RankingFilter['rankBy'] }

async function toRankingFilter(
  { clock, now }: LeaderboardDeps,
  { window, rank_by: rankBy }: RankingRequest,
): Promise<RankingFilter> {
  const time = now()
  const fromEpoch = await firstEpochOf(clock, window, time)
  if (rankBy !== 'win_percent') return { window, fromEpoch, rankBy, minimumRounds: 1 }
  const closed = (await clock.firstEpochClosedAfter(time)) - fromEpoch
  return { window, fromEpoch, rankBy, minimumRounds: minimumRounds(Number(closed)) }
}

function toRow(standing: Standing): Omit<LeaderboardRow, 'rank'> {
  return {
    user_address: standing.account,
    total_rounds: standing.rounds,
    won_rounds: standing.wonRounds,
    win_percent: percentOf(standing.wonRounds, standing.rounds),
    net_results: coinText(standing.netResults),
    total_position: coinText(standing.totalPosition),
  }
}
