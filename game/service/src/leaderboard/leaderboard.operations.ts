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
import { API_ERRORS } from '../http/documented-errors.ts'
import { MISSING_MARKETS, reportMissing } from '../http/missing-markets.ts'
import type { BySelection } from '../market/by-symbol.ts'
import { coinText } from '../market/round-figures.ts'
import type { LeaderboardFilter } from './leaderboard.queries.ts'
import { minimumRounds } from './minimum-rounds.ts'
import { needsAllSums, type RankingFilter } from './ranking-filter.ts'
import { countClosed, findSpan, type RankedMarket } from './ranking-span.ts'
import type { SpanRequest } from './requested-spans.ts'
import type { RankedStanding, Standing } from './standing.ts'

export type LeaderboardDeps = {
  markets: readonly RankedMarket[]
  findLeaders: (filter: LeaderboardFilter) => Promise<Standing[]>
  findRank: (filter: RankingFilter & { account: Address | null }) => Promise<RankedStanding>
}

export type LeaderboardOptions = {
  /** Called for each ranking whose sums are held. */
  onRequest?: (request: SpanRequest) => void
  /** Runs a read of a number of days, of which each may add up the sums of every account. */
  readDays?: <result>(c: Context, read: () => Promise<result>) => Promise<result>
}

/** POST /api/leaderboard and /api/leaderboard-rank. */
export function leaderboardOperations(
  select: BySelection<LeaderboardDeps>,
  { onRequest = () => undefined, readDays = (_c, read) => read() }: LeaderboardOptions = {},
): readonly Operation[] {
  const filterFor = async (request: RankingRequest, c: Context) => {
    const { selected, missing } = select(request.symbol)
    reportMissing(c, missing)
    const filter = await toRankingFilter(selected, request)
    if (needsAllSums(selected.markets, filter)) onRequest(request)
    const read = <result>(find: () => Promise<result>) =>
      request.days === undefined ? find() : readDays(c, find)
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

type RankingRequest = SpanRequest & { rank_by: RankingFilter['rankBy'] }

async function toRankingFilter(
  { markets }: LeaderboardDeps,
  request: RankingRequest,
): Promise<RankingFilter> {
  const { rank_by: rankBy } = request
  const span = await findSpan(markets, request)
  const minimum = rankBy === 'win_percent' ? minimumRounds(await countClosed(markets, span)) : 1
  return { ...span, rankBy, minimumRounds: minimum }
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
