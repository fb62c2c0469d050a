import type { Epoch, Wei } from '@bullring/prediction/units'
import { toEpoch } from '@bullring/prediction/units'
import { CurrentEpochResponse } from '@bullring/wire/game-api/current-epoch'
import { FaucetResponse } from '@bullring/wire/game-api/faucet'
import { Health } from '@bullring/wire/game-api/health'
import { Round as WireRound } from '@bullring/wire/game-api/round'
import { TokenPricesResponse } from '@bullring/wire/game-api/token-prices'
import { TradesByUserResponse } from '@bullring/wire/game-api/trades-by-user'
import { parse } from '@bullring/wire/parse'
import { createContext, use } from 'react'
import type { Address, Hash } from 'viem'
import type { PricePoint } from './price-point.ts'
import { toPricePoint } from './price-point.ts'
import { requestJson } from './request-json.ts'
import type { Round } from './round.ts'
import { toAmount, toRound } from './round.ts'
import type { Trade } from './trade.ts'
import { toTrade } from './trade.ts'

/** The one market of this release. Spec, section 7: "symbol (default BNB)". */
const SYMBOL = 'BNB'

/** The game server's calls that the main screen needs. Every answer is checked before it is used. */
export type GameApi = {
  currentEpoch: (signal?: AbortSignal) => Promise<Epoch>
  /** The open round. */
  nextRound: (signal?: AbortSignal) => Promise<Round>
  liveRound: (signal?: AbortSignal) => Promise<Round>
  round: (epoch: Epoch, signal?: AbortSignal) => Promise<Round>
  /** Oldest first. */
  tokenPrices: (limit: number, signal?: AbortSignal) => Promise<PricePoint[]>
  /** Newest first; `beforeEpoch` pages towards older bets. */
  tradesByUser: (
    page: { account: Address; limit: number; beforeEpoch: Epoch | null },
    signal?: AbortSignal,
  ) => Promise<Trade[]>
  /** Test coins, on a local chain only. */
  faucet: (account: Address) => Promise<{ amount: Wei; transaction: Hash }>
  health: (signal?: AbortSignal) => Promise<Health>
}

/** Creates the client. The server is the page's own origin. */
export function createGameApi(): GameApi {
  const post = (call: string, body: Record<string, unknown>, signal?: AbortSignal) =>
    requestJson(`/api/${call}`, { body: { symbol: SYMBOL, ...body }, signal })
  return {
    currentEpoch: async (signal) =>
      toEpoch(parse(CurrentEpochResponse, await post('current-epoch', {}, signal)).epoch),
    nextRound: async (signal) => toRound(parse(WireRound, await post('round-info', {}, signal))),
    liveRound: async (signal) => toRound(parse(WireRound, await post('live-round', {}, signal))),
    // The epoch goes as a text: spec, section 7.
    round: async (epoch, signal) =>
      toRound(parse(WireRound, await post('round-info', { epoch: epoch.toString() }, signal))),
    tokenPrices: async (limit, signal) =>
      parse(TokenPricesResponse, await post('token-prices', { limit }, signal)).map(toPricePoint),
    tradesByUser: async ({ account, limit, beforeEpoch }, signal) => {
      const body = {
        user_address: account,
        limit,
        ...(beforeEpoch !== null && { before_epoch: Number(beforeEpoch) }),
      }
      return parse(TradesByUserResponse, await post('trades-by-user', body, signal)).map(toTrade)
    },
    faucet: async (account) => {
      const reply = parse(FaucetResponse, await post('faucet', { user_address: account }))
      return { amount: toAmount(reply.amount), transaction: reply.tx_hash }
    },
    health: async (signal) => parse(Health, await requestJson('/healthz', { signal })),
  }
}

export const GameApiContext = createContext<GameApi | null>(null)

/** @throws when no `GameApiContext` is above: a wiring mistake, not a state to handle. */
export function useGameApi(): GameApi {
  const api = use(GameApiContext)
  if (api === null) throw new Error('useGameApi needs a <GameApiContext> above it')
  return api
}
