import { percentOf } from '@bullring/prediction/ratio'
import type { UnixSeconds } from '@bullring/prediction/units'
import { toUnixSeconds } from '@bullring/prediction/units'
import { readJson } from '@bullring/server/http/read-json'
import { LeaderboardRequest, type LeaderboardRow } from '@bullring/wire/game-api/leaderboard'
import { parse } from '@bullring/wire/parse'
import { Hono } from 'hono'
import { requireMarket } from '../market/require-market.ts'
import { coinText } from '../market/round-figures.ts'
import type { RoundClock } from '../market/round-rules.ts'
import type { LeaderboardFilter, Standing } from './leaderboard.queries.ts'

export type LeaderboardDeps = {
  clock: Pick<RoundClock, 'firstEpochClosedAfter'>
  /** Chain time. */
  now: () => UnixSeconds
  findLeaders: (filter: LeaderboardFilter) => Promise<Standing[]>
}

/** Windows of chain time up to now. */
const WINDOW_SECONDS = { day: 86_400, week: 604_800, all: Number.POSITIVE_INFINITY } as const

/** Serves POST /api/leaderboard. */
export function leaderboardRoutes({ clock, now, findLeaders }: LeaderboardDeps): Hono {
  return new Hono().post('/api/leaderboard', async (c) => {
    const request = parse(LeaderboardRequest, await readJson(c))
    requireMarket(request.symbol)
    const since = Math.max(now() - WINDOW_SECONDS[request.window], 0)
    const leaders = await findLeaders({
      fromEpoch: Number(await clock.firstEpochClosedAfter(toUnixSeconds(since))),
      rankBy: request.rank_by,
      limit: request.limit,
    })
    return c.json(leaders.map(toRow))
  })
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
