import type { LeaderboardRow } from '@bullring/game-api/leaderboard'
import { LeaderboardRequest, LeaderboardResponse } from '@bullring/game-api/leaderboard'
import {
  LeaderboardRankRequest,
  LeaderboardRankResponse,
} from '@bullring/game-api/leaderboard-rank'
import { percentOf } from '@bullring/prediction/ratio'
import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import type { Context } from 'hono'
import type { Address } from 'viem'
import { API_ERRORS } from '../http/errors.ts'
import { MISSING_MARKETS, reportMissing, type Selected } from '../http/missing-markets.ts'
import { coinText } from '../market/round-figures.ts'
import { firstEpochsOf, type Window, type WindowMarket } from '../market/windows.ts'
import { countClosed, minimumRounds } from './minimum-rounds.ts'
import type { LeaderboardFilter, RankingFilter } from './ranking-filter.ts'
import type { RankedStanding, Standing } from './standing.ts'

export type LeaderboardDeps = {
  markets: readonly WindowMarket[]
  findLeaders: (filter: LeaderboardFilter) => Promise<Standing[]>
  findRank: (filter: RankingFilter & { account: Address | null }) => Promise<RankedStanding>
}

export type LeaderboardOptions = {
  /** Runs a read over several markets, which adds up the sums of every account. */
  readAll?: <result>(c: Context, read: () => Promise<result>) => Promise<result>
}

/** POST /api/leaderboard and /api/leaderboard-rank. */
export function leaderboardOperations(
  select: (symbol: string) => Selected<LeaderboardDeps>,
  { readAll = (_c, read) => read() }: LeaderboardOptions = {},
): readonly Operation[] {
  const filterFor = async (request: RankingRequest, c: Context) => {
    const { selected, missing } = select(request.symbol)
    reportMissing(c, missing)
    const filter = await toRankingFilter(selected, request)
    const read = <result>(find: () => Promise<result>) =>
      selected.markets.length > 1 ? readAll(c, find) : find()
    return { selected, filter, read }
  }
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
        const { selected, filter, read } = await filterFor(body, c)
        const leaders = await read(() => selected.findLeaders({ ...filter, limit: body.limit }))
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
        const { selected, filter, read } = await filterFor(body, c)
        const account = body.user_address ?? null
        const { players, own } = await read(() => selected.findRank({ ...filter, account }))
        return {
          players,
          minimum_rounds: filter.minimumRounds,
          standing: own && { rank: own.rank, ...toRow(own.standing) },
        }
      },
    }),
  ]
}

type RankingRequest = { symbol: string; window: Window; rank_by: RankingFilter['rankBy'] }

async function toRankingFilter(
  { markets }: LeaderboardDeps,
  { window, rank_by: rankBy }: RankingRequest,
): Promise<RankingFilter> {
  const fromEpochs = await firstEpochsOf(markets, window)
  const minimum =
    rankBy === 'win_percent' ? minimumRounds(await countClosed(markets, fromEpochs)) : 1
  return { window, fromEpochs, rankBy, minimumRounds: minimum }
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
