import { AppConfig } from '@bullring/wire/game-api/config'
import { CreateReferRequest, CreateReferResponse } from '@bullring/wire/game-api/create-refer'
import { CurrentEpochRequest, CurrentEpochResponse } from '@bullring/wire/game-api/current-epoch'
import { FaucetRequest, FaucetResponse } from '@bullring/wire/game-api/faucet'
import { Health } from '@bullring/wire/game-api/health'
import { LeaderboardRequest, LeaderboardResponse } from '@bullring/wire/game-api/leaderboard'
import { LiveRoundRequest } from '@bullring/wire/game-api/live-round'
import { Readiness, Unreadiness } from '@bullring/wire/game-api/readiness'
import { ReferCodeRequest, ReferCodeResponse } from '@bullring/wire/game-api/refer-code'
import { Round } from '@bullring/wire/game-api/round'
import { RoundInfoRequest } from '@bullring/wire/game-api/round-info'
import { StreamEvent, StreamQuery } from '@bullring/wire/game-api/stream'
import { TokenPricesRequest, TokenPricesResponse } from '@bullring/wire/game-api/token-prices'
import { TradeStats, TradeStatsRequest } from '@bullring/wire/game-api/trade-stats'
import { TradesByUserRequest, TradesByUserResponse } from '@bullring/wire/game-api/trades-by-user'
import * as z from 'zod/mini'

/** One call of the API, as far as its description needs to know it. */
export type Operation = {
  path: string
  method: 'get' | 'post'
  summary: string
  /** Body of a POST, query of a GET. */
  request: z.ZodMiniObject | null
  response: z.ZodMiniType
  /** Type of the answer when it is not JSON. */
  contentType?: string
  /** What its errors say, when that is more than others'. */
  problem?: z.ZodMiniType
  /** Errors besides those of every call. */
  errors: readonly number[]
}

/** Errors of every call under /api; those of reading a body come with POST. */
export const API_ERRORS = [422, 429, 500, 503] as const
export const BODY_ERRORS = [400, 403, 413, 415] as const

const post = (
  path: string,
  summary: string,
  request: z.ZodMiniObject,
  response: z.ZodMiniType,
  errors: readonly number[] = [404],
): Operation => ({ path, method: 'post', summary, request, response, errors })

const get = (path: string, summary: string, response: z.ZodMiniType): Operation => ({
  path,
  method: 'get',
  summary,
  request: null,
  response,
  errors: [500],
})

/** All calls, from the very schemas their handlers parse with. */
export const OPERATIONS: readonly Operation[] = [
  post('/api/current-epoch', 'The open round', CurrentEpochRequest, CurrentEpochResponse),
  post('/api/round-info', 'One round', RoundInfoRequest, Round),
  post('/api/live-round', 'The locked round', LiveRoundRequest, Round),
  post('/api/trades-by-user', 'Bets of an account', TradesByUserRequest, TradesByUserResponse),
  post('/api/trade-stats', 'What an account’s bets came to', TradeStatsRequest, TradeStats),
  post('/api/token-prices', 'Answers of the oracle', TokenPricesRequest, TokenPricesResponse),
  post('/api/leaderboard', 'Accounts, best first', LeaderboardRequest, LeaderboardResponse),
  post(
    '/api/create_refer',
    'Notes who invited an account',
    CreateReferRequest,
    CreateReferResponse,
    [404, 409],
  ),
  post('/api/refer-code', 'An account’s own code', ReferCodeRequest, ReferCodeResponse, []),
  post('/api/faucet', 'Test coins, on a local chain', FaucetRequest, FaucetResponse, [404, 502]),
  {
    ...get('/api/stream', 'Live events; Last-Event-ID resumes', StreamEvent),
    request: StreamQuery,
    contentType: 'text/event-stream',
    errors: [404],
  },
  get('/config.json', 'What a web app needs to know', AppConfig),
  get('/healthz', 'Alive, and the two clocks', Health),
  {
    ...get('/readyz', 'Whether each part works', Readiness),
    problem: Unreadiness,
    errors: [500, 503],
  },
  {
    ...get('/metrics', 'Figures for Prometheus, for callers who may read them', z.string()),
    contentType: 'text/plain',
    errors: [404, 500],
  },
]
