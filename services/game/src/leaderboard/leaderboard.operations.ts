import { percentOf } from '@bullring/prediction/ratio'
import { toUnixSeconds, type UnixSeconds } from '@bullring/prediction/units'
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
import { MISSING_MARKETS, reportMissing } from '../http/missing-markets.ts'
import type { BySelection } from '../market/by-symbol.ts'
import { coinText } from '../market/round-figures.ts'
import type { RoundClock } from '../market/round-rules.ts'
import { firstEpochOf } from '../market/windows.ts'
import type { LeaderboardFilter } from './leaderboard.queries.ts'
import { minimumRounds } from './minimum-rounds.ts'
import type { RankingFilter } from './ranking-filter.ts'
import type { RankedStanding, Standing } from './standing.ts'

export type LeaderboardDeps = {
  markets: readonly {
    clock: Pick<RoundClock, 'firstEpochClosedAfter'>
    /** Chain time. */
    now: () => UnixSeconds
  }[]
  findLeaders: (filter: LeaderboardFilter) => Promise<Standing[]>
  findRank: (filter: RankingFilter & { account: Address | null }) => Promise<RankedStanding>
}

/** POST /api/leaderboard and /api/leaderboard-rank. */
export function leaderboardOperations(select: BySelection<LeaderboardDeps>): readonly Operation[] {
  return [
    defineOperation({
      method: 'post',
      path: '/api/leaderboard',
      summary: 'Accounts ranked, best first',
      body: LeaderboardRequest,
      response: LeaderboardResponse,
      responseHeaders: MISSING_MARKETS,
      errors: [...API_ERRORS, 404],
      handler: async ({ body }, c) => {
        const { selected, missing } = select(body.symbol)
        reportMissing(c, missing)
        const filter = await toRankingFilter(selected, body)
        const leaders = await selected.findLeaders({ ...filter, limit: body.limit })
        return leaders.map((standing, index) => ({ rank: index + 1, ...toRow(standing) }))
      },
    }),
    defineOperation({
      method: 'post',
      path: '/api/leaderboard-rank',
      summary: 'The rank of one account',
      body: LeaderboardRankRequest,
      response: LeaderboardRankResponse,
      responseHeaders: MISSING_MARKETS,
      errors: [...API_ERRORS, 404],
      handler: async ({ body }, c) => {
        const { selected, missing } = select(body.symbol)
        reportMissing(c, missing)
        const filter = await toRankingFilter(selected, body)
        const account = body.user_address ?? null
        const { players, own } = await selected.findRank({ ...filter, account })
        return {
          players,
          minimum_rounds: filter.minimumRounds,
          standing: own && { rank: own.rank, ...toRow(own.standing) },
        }
      },
    }),
  ]
}

type RankingRequest = {
  window: RankingFilter['window']
  days?: number | undefined
  rank_by: RankingFilter['rankBy']
}

const DAY_SECONDS = 86_400

async function toRankingFilter(
  { markets }: LeaderboardDeps,
  { window, days, rank_by: rankBy }: RankingRequest,
): Promise<RankingFilter> {
  const today = Math.max(...markets.map(({ now }) => Math.floor(now() / DAY_SECONDS)))
  const firstDay = days === undefined ? null : Math.max(today - days + 1, 0)
  const spans = await Promise.all(
    markets.map(async ({ clock, now }) => {
      const time = now()
      const fromEpoch = await (firstDay === null
        ? firstEpochOf(clock, window, time)
        : clock.firstEpochClosedAfter(toUnixSeconds(Math.max(firstDay * DAY_SECONDS - 1, 0))))
      return { fromEpoch, closed: Number((await clock.firstEpochClosedAfter(time)) - fromEpoch) }
    }),
  )
  const closed = spans.reduce((sum, span) => sum + span.closed, 0)
  return {
    window,
    firstDay,
    fromEpochs: spans.map(({ fromEpoch }) => fromEpoch),
    rankBy,
    minimumRounds: rankBy === 'win_percent' ? minimumRounds(closed) : 1,
  }
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
