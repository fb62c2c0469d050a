import type { Epoch, Wei } from '@bullring/prediction/units'
import { toEpoch } from '@bullring/prediction/units'
import { CreateReferResponse } from '@bullring/wire/game-api/create-refer'
import { CurrentEpochResponse } from '@bullring/wire/game-api/current-epoch'
import { FaucetResponse } from '@bullring/wire/game-api/faucet'
import { Health } from '@bullring/wire/game-api/health'
import { LeaderboardResponse } from '@bullring/wire/game-api/leaderboard'
import { ReferCodeResponse } from '@bullring/wire/game-api/refer-code'
import { Round as WireRound } from '@bullring/wire/game-api/round'
import { TokenPricesResponse } from '@bullring/wire/game-api/token-prices'
import { TradeStats as WireTradeStats } from '@bullring/wire/game-api/trade-stats'
import { TradesByUserResponse } from '@bullring/wire/game-api/trades-by-user'
import { parse } from '@bullring/wire/parse'
import { createContext, use } from 'react'
import type { Address, Hash } from 'viem'
import { decodeStanding, type LeaderboardQuestion, type Standing } from './leaderboard.ts'
import type { PricePoint } from './price-point.ts'
import { decodePricePoint } from './price-point.ts'
import { requestJson } from './request-json.ts'
import type { Round } from './round.ts'
import { decodeRound, toAmount } from './round.ts'
import type { Trade } from './trade.ts'
import { decodeTrade } from './trade.ts'
import { decodeTradeStats, type TradeStats } from './trade-stats.ts'

/** The one market of this release. Spec, section 7: "symbol (default BNB)". */
const SYMBOL = 'BNB'

/** Accounts on the leaderboard. */
const LEADERBOARD_SIZE = 50

/** The game server's calls. Every answer is checked before it is used. */
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
  tradeStats: (account: Address, signal?: AbortSignal) => Promise<TradeStats>
  /** Best first. */
  leaderboard: (question: LeaderboardQuestion, signal?: AbortSignal) => Promise<Standing[]>
  /** The account's own invitation code, and how many accounts came with it. */
  referCode: (
    account: Address,
    signal?: AbortSignal,
  ) => Promise<{ referCode: string; referred: number }>
  /** Notes by whose code the account came. `isNew` is false when that was noted before. */
  createRefer: (account: Address, referCode: string) => Promise<{ isNew: boolean }>
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
    nextRound: async (signal) =>
      decodeRound(parse(WireRound, await post('round-info', {}, signal))),
    liveRound: async (signal) =>
      decodeRound(parse(WireRound, await post('live-round', {}, signal))),
    // The epoch goes as a text: spec, section 7.
    round: async (epoch, signal) =>
      decodeRound(parse(WireRound, await post('round-info', { epoch: epoch.toString() }, signal))),
    tokenPrices: async (limit, signal) =>
      parse(TokenPricesResponse, await post('token-prices', { limit }, signal)).map(
        decodePricePoint,
      ),
    tradesByUser: async ({ account, limit, beforeEpoch }, signal) => {
      const body = {
        user_address: account,
        limit,
        ...(beforeEpoch !== null && { before_epoch: Number(beforeEpoch) }),
      }
      return parse(TradesByUserResponse, await post('trades-by-user', body, signal)).map(
        decodeTrade,
      )
    },
    tradeStats: async (account, signal) =>
      decodeTradeStats(
        parse(WireTradeStats, await post('trade-stats', { user_address: account }, signal)),
      ),
    leaderboard: async ({ window, rankBy }, signal) => {
      const body = { window, rank_by: rankBy, limit: LEADERBOARD_SIZE }
      return parse(LeaderboardResponse, await post('leaderboard', body, signal)).map(decodeStanding)
    },
    referCode: async (account, signal) => {
      const body = { user_address: account }
      const reply = parse(ReferCodeResponse, await post('refer-code', body, signal))
      return { referCode: reply.refer_code, referred: reply.referred }
    },
    createRefer: async (account, referCode) => {
      const body = { refer_code: referCode, user_address: account }
      return { isNew: parse(CreateReferResponse, await post('create_refer', body)).created }
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
