import { AccessResponse } from '@bullring/game-api/access'
import { AppConfig } from '@bullring/game-api/config'
import { type CreateReferRequest, CreateReferResponse } from '@bullring/game-api/create-refer'
import { type CurrentEpochRequest, CurrentEpochResponse } from '@bullring/game-api/current-epoch'
import { type FaucetRequest, FaucetResponse } from '@bullring/game-api/faucet'
import { Health } from '@bullring/game-api/health'
import { type LeaderboardRequest, LeaderboardResponse } from '@bullring/game-api/leaderboard'
import {
  type LeaderboardRankRequest,
  LeaderboardRankResponse,
} from '@bullring/game-api/leaderboard-rank'
import type { LiveRoundRequest } from '@bullring/game-api/live-round'
import { type PaymentsQuery, PaymentsResponse } from '@bullring/game-api/payments'
import {
  type PayoutSwitchRequest,
  PayoutSwitchResponse,
  type SetPayoutSwitchRequest,
} from '@bullring/game-api/payouts'
import { type PriceHistoryRequest, PriceHistoryResponse } from '@bullring/game-api/price-history'
import { ProfitLine, type ProfitLineRequest } from '@bullring/game-api/profit-line'
import {
  type PushSubscribeRequest,
  PushSubscribeResponse,
  type PushUnsubscribeRequest,
  PushUnsubscribeResponse,
} from '@bullring/game-api/push'
import { type RecentBetsRequest, RecentBetsResponse } from '@bullring/game-api/recent-bets'
import { type ReferCodeRequest, ReferCodeResponse } from '@bullring/game-api/refer-code'
import { Round } from '@bullring/game-api/round'
import type { RoundInfoRequest } from '@bullring/game-api/round-info'
import { type RoundsRequest, RoundsResponse } from '@bullring/game-api/rounds'
import { type TokenPricesRequest, TokenPricesResponse } from '@bullring/game-api/token-prices'
import { TradeStats, type TradeStatsRequest } from '@bullring/game-api/trade-stats'
import { type TradesByUserRequest, TradesByUserResponse } from '@bullring/game-api/trades-by-user'
import type * as z from 'zod/mini'
import { type Endpoints, get, type Nothing, type Operation, read, write } from './endpoint.ts'

/**
 * Request and response of each public operation but those of webhooks (`./webhook-client`), by the end of its path. Schemas are
 * those of the service.
 */
export type Operations = {
  /** Whether the visitor may bet under the country rules of the operator. */
  access: { request: Nothing; response: z.output<typeof AccessResponse> }
  /** The chain, the markets and their contracts. */
  'config.json': { request: Nothing; response: AppConfig }
  /** Records which invitation code referred an account. */
  create_refer: Operation<typeof CreateReferRequest, typeof CreateReferResponse>
  /** Number of the open round. */
  'current-epoch': Operation<typeof CurrentEpochRequest, typeof CurrentEpochResponse>
  /** Test coins, on a local chain. */
  faucet: Operation<typeof FaucetRequest, typeof FaucetResponse>
  /** Time of the server, newest block, version. */
  healthz: { request: Nothing; response: Health }
  /** Accounts, best first. */
  leaderboard: Operation<typeof LeaderboardRequest, typeof LeaderboardResponse>
  /** The place of an account. */
  'leaderboard-rank': Operation<typeof LeaderboardRankRequest, typeof LeaderboardRankResponse>
  /** The round that is locked and not closed yet. */
  'live-round': Operation<typeof LiveRoundRequest, typeof Round>
  /** Bets and claims of an account, newest first. */
  payments: Operation<typeof PaymentsQuery, typeof PaymentsResponse>
  /** Whether an account is sent its winnings. */
  'payout-switch': Operation<typeof PayoutSwitchRequest, typeof PayoutSwitchResponse>
  /** Oracle prices of a past time, oldest first. */
  'price-history': Operation<typeof PriceHistoryRequest, typeof PriceHistoryResponse>
  /** Profit of an account over time. */
  'profit-line': Operation<typeof ProfitLineRequest, typeof ProfitLine>
  /** Sends results to a browser. */
  'push-subscribe': Operation<typeof PushSubscribeRequest, typeof PushSubscribeResponse>
  /** Ends these messages. */
  'push-unsubscribe': Operation<typeof PushUnsubscribeRequest, typeof PushUnsubscribeResponse>
  /** Newest bets of all accounts. */
  'recent-bets': Operation<typeof RecentBetsRequest, typeof RecentBetsResponse>
  /** Invitation code of an account. */
  'refer-code': Operation<typeof ReferCodeRequest, typeof ReferCodeResponse>
  /** One round; without `epoch` the open one. */
  'round-info': Operation<typeof RoundInfoRequest, typeof Round>
  /** Rounds that take no more bets, newest first. */
  rounds: Operation<typeof RoundsRequest, typeof RoundsResponse>
  /** Switches on or off that winnings are sent. */
  'set-payout-switch': Operation<typeof SetPayoutSwitchRequest, typeof PayoutSwitchResponse>
  /** Oracle prices, oldest first. */
  'token-prices': Operation<typeof TokenPricesRequest, typeof TokenPricesResponse>
  /** Sums of an account. */
  'trade-stats': Operation<typeof TradeStatsRequest, typeof TradeStats>
  /** Bets of an account, newest first. */
  'trades-by-user': Operation<typeof TradesByUserRequest, typeof TradesByUserResponse>
}

/** End of the path of an operation. */
export type OperationName = keyof Operations

/** A response, by its operation. */
export type ResponseOf<name extends OperationName> = Operations[name]['response']

/** Method and path of each operation, and the schema of its response. */
export const OPERATIONS: Endpoints<Operations> = {
  access: get('/api/access', AccessResponse),
  'config.json': get('/config.json', AppConfig),
  create_refer: write('create_refer', CreateReferResponse),
  'current-epoch': read('current-epoch', CurrentEpochResponse),
  faucet: write('faucet', FaucetResponse),
  healthz: get('/healthz', Health),
  leaderboard: read('leaderboard', LeaderboardResponse),
  'leaderboard-rank': read('leaderboard-rank', LeaderboardRankResponse),
  'live-round': read('live-round', Round),
  payments: get('/api/payments', PaymentsResponse),
  'payout-switch': read('payout-switch', PayoutSwitchResponse),
  'price-history': read('price-history', PriceHistoryResponse),
  'profit-line': read('profit-line', ProfitLine),
  'push-subscribe': write('push-subscribe', PushSubscribeResponse),
  'push-unsubscribe': write('push-unsubscribe', PushUnsubscribeResponse),
  'recent-bets': read('recent-bets', RecentBetsResponse),
  'refer-code': read('refer-code', ReferCodeResponse),
  'round-info': read('round-info', Round),
  rounds: read('rounds', RoundsResponse),
  'set-payout-switch': write('set-payout-switch', PayoutSwitchResponse),
  'token-prices': read('token-prices', TokenPricesResponse),
  'trade-stats': read('trade-stats', TradeStats),
  'trades-by-user': read('trades-by-user', TradesByUserResponse),
}
