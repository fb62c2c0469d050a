import { percentOf } from '@bullring/prediction/ratio'
import type { UnixSeconds } from '@bullring/prediction/units'
import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import type { LeaderboardRow } from '@bullring/wire/game-api/leaderboard'
import { LeaderboardRequest, LeaderboardResponse } from '@bullring/wire/game-api/leaderboard'
import { API_ERRORS } from '../http/documented-errors.ts'
import { requireMarket } from '../market/require-market.ts'
import { coinText } from '../market/round-figures.ts'
import type { RoundClock } from '../market/round-rules.ts'
import { firstEpochOf } from '../market/windows.ts'
import type { LeaderboardFilter, Standing } from './leaderboard.queries.ts'

export type LeaderboardDeps = {
  clock: Pick<RoundClock, 'firstEpochClosedAfter'>
  /** Chain time. */
  now: () => UnixSeconds
  findLeaders: (filter: LeaderboardFilter) => Promise<Standing[]>
}

/** POST /api/leaderboard. */
export function leaderboardOperations(deps: LeaderboardDeps): readonly Operation[] {
  return [
    defineOperation({
      method: 'post',
      path: '/api/leaderboard',
      summary: 'Accounts ranked, best first',
      body: LeaderboardRequest,
      response: LeaderboardResponse,
      errors: [...API_ERRORS, 404],
      handler: async ({ body }) => {
        requireMarket(body.symbol)
        const leaders = await deps.findLeaders({
          window: body.window,
          fromEpoch: await firstEpochOf(deps.clock, body.window, deps.now()),
          rankBy: body.rank_by,
          limit: body.limit,
        })
        return leaders.map(toRow)
      },
    }),
  ]
}

function toRow(standing: Standing, index: number): LeaderboardRow {
  return {
    rank: index + 1,
    user_address: standing.account,
    total_rounds: standing.rounds,
    won_rounds: standing.wonRounds,
    win_percent: percentOf(standing.wonRounds, standing.rounds),
    net_results: coinText(standing.netResults),
    total_position: coinText(standing.totalPosition),
  }
}
