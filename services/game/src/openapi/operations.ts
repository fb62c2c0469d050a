import type { OperationDescription } from '@bullring/server/operations/operation'
import { AppConfig } from '@bullring/wire/game-api/config'
import { CreateReferRequest, CreateReferResponse } from '@bullring/wire/game-api/create-refer'
import { CurrentEpochRequest, CurrentEpochResponse } from '@bullring/wire/game-api/current-epoch'
import { FaucetRequest, FaucetResponse } from '@bullring/wire/game-api/faucet'
import { Health } from '@bullring/wire/game-api/health'
import { LeaderboardRequest, LeaderboardResponse } from '@bullring/wire/game-api/leaderboard'
import { LiveRoundRequest } from '@bullring/wire/game-api/live-round'
import { ReferCodeRequest, ReferCodeResponse } from '@bullring/wire/game-api/refer-code'
import { Round } from '@bullring/wire/game-api/round'
import { RoundInfoRequest } from '@bullring/wire/game-api/round-info'
import { StreamEvent, StreamQuery } from '@bullring/wire/game-api/stream'
import { TokenPricesRequest, TokenPricesResponse } from '@bullring/wire/game-api/token-prices'
import { TradeStats, TradeStatsRequest } from '@bullring/wire/game-api/trade-stats'
import { TradesByUserRequest, TradesByUserResponse } from '@bullring/wire/game-api/trades-by-user'
import { Readiness, Unreadiness } from '@bullring/wire/http/readiness'
import * as z from 'zod/mini'

/** Errors of every call under /api; those of reading a body come with POST. */
const API_ERRORS = [422, 429, 500, 503] as const
const BODY_ERRORS = [400, 403, 413, 415] as const

const post = (
  path: string,
  summary: string,
  body: z.ZodMiniObject,
  response: z.ZodMiniType,
  errors: readonly number[] = [404],
): OperationDescription => ({
  path,
  method: 'post',
  summary,
  body,
  response,
  errors: [...errors, ...API_ERRORS, ...BODY_ERRORS],
})

const get = (path: string, summary: string, response: z.ZodMiniType): OperationDescription => ({
  path,
  method: 'get',
  summary,
  response,
  errors: [500],
})

/** All calls, from the very schemas their handlers parse with. */
export const OPERATIONS: readonly OperationDescription[] = [
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
    query: StreamQuery,
    contentType: 'text/event-stream',
    errors: [404, ...API_ERRORS],
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
