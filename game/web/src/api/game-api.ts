import { BETS_FROM_HEADER } from '@bullring/game-api/bets-from'
import { CreateReferResponse } from '@bullring/game-api/create-refer'
import { CurrentEpochResponse } from '@bullring/game-api/current-epoch'
import { FaucetResponse } from '@bullring/game-api/faucet'
import { Health } from '@bullring/game-api/health'
import { LeaderboardResponse } from '@bullring/game-api/leaderboard'
import { LeaderboardRankResponse } from '@bullring/game-api/leaderboard-rank'
import { PayoutSwitchResponse } from '@bullring/game-api/payouts'
import { POSITION_HEADER } from '@bullring/game-api/positions'
import { PriceHistoryResponse, type PriceRange } from '@bullring/game-api/price-history'
import { ProfitLine as WireProfitLine } from '@bullring/game-api/profit-line'
import { PushSubscribeResponse, PushUnsubscribeResponse } from '@bullring/game-api/push'
import { RecentBetsResponse } from '@bullring/game-api/recent-bets'
import { ReferCodeResponse } from '@bullring/game-api/refer-code'
import { Round as WireRound } from '@bullring/game-api/round'
import { RoundsResponse } from '@bullring/game-api/rounds'
import { TokenPricesResponse } from '@bullring/game-api/token-prices'
import { TradeStats as WireTradeStats } from '@bullring/game-api/trade-stats'
import { TradesByUserResponse } from '@bullring/game-api/trades-by-user'
import type { Epoch, Wei } from '@bullring/prediction/units'
import { toEpoch } from '@bullring/prediction/units'
import { ALL_MARKETS, DEFAULT_SYMBOL, MISSING_MARKETS_HEADER } from '@bullring/wire/fields'
import { requestJson } from '@bullring/wire/http/request-json'
import { createContext, use } from 'react'
import type { Address, Hash, Hex } from 'viem'
import type { PricePoint } from './round/price-point.ts'
import { decodePricePoints } from './round/price-point.ts'
import type { Round } from './round/round.ts'
import { decodeRound, toAmount } from './round/round.ts'
import { notePositions, seenPositions } from './seen-positions.ts'
import { noteFirstBets } from './trade/first-bets.ts'
import {
  decodeOwnRank,
  decodeStanding,
  type LeaderboardQuery,
  type OwnRank,
  type Standing,
  type StatsWindow,
} from './trade/leaderboard.ts'
import { decodeProfitLine, type ProfitLine } from './trade/profit-line.ts'
import { decodeRecentBet, type RecentBet } from './trade/recent-bet.ts'
import type { Trade, TradeCursor } from './trade/trade.ts'
import { decodeTrade } from './trade/trade.ts'
import { decodeTradeStats, type TradeStats } from './trade/trade-stats.ts'

/** Accounts on the leaderboard. */
const LEADERBOARD_SIZE = 50

/** The calls of the game service. Every response is checked against its schema. */
export type GameApi = {
  /** The market that the calls are about, or `ALL` for the lists and sums of all. */
  symbol: string
  currentEpoch: (signal?: AbortSignal) => Promise<Epoch>
  /** The open round. */
  nextRound: (signal?: AbortSignal) => Promise<Round>
  liveRound: (signal?: AbortSignal) => Promise<Round>
  round: (epoch: Epoch, signal?: AbortSignal) => Promise<Round>
  /** Rounds that take no more bets, newest first. `beforeEpoch` pages towards older ones. */
  rounds: (
    page: { limit: number; beforeEpoch: Epoch | null },
    signal?: AbortSignal,
  ) => Promise<Round[]>
  /** Oldest first. */
  tokenPrices: (limit: number, signal?: AbortSignal) => Promise<PricePoint[]>
  /** Prices of the `range` that ends now, oldest first. */
  priceHistory: (range: PriceRange, signal?: AbortSignal) => Promise<PricePoint[]>
  /** Newest first. `beforeEpoch` pages towards older bets, over all markets `beforeEpochs`. */
  tradesByUser: (page: TradesPage, signal?: AbortSignal) => Promise<Trade[]>
  /** Newest first, of all accounts. */
  recentBets: (limit: number, signal?: AbortSignal) => Promise<RecentBet[]>
  tradeStats: (
    query: { account: Address; window: StatsWindow },
    signal?: AbortSignal,
  ) => Promise<TradeStats>
  profitLine: (
    query: { account: Address; window: StatsWindow },
    signal?: AbortSignal,
  ) => Promise<ProfitLine>
  /** Best first. */
  leaderboard: (query: LeaderboardQuery, signal?: AbortSignal) => Promise<Standing[]>
  /** The place of an account in a ranking; of none, only the ranking. */
  leaderboardRank: (
    query: LeaderboardQuery & { account: Address | null },
    signal?: AbortSignal,
  ) => Promise<OwnRank>
  /** The account's invitation code, how many accounts it has referred, and how many of them proved it. */
  referCode: (
    account: Address,
    signal?: AbortSignal,
  ) => Promise<{ referCode: string; referred: number; proven: number }>
  /** Records which code referred the account. `isProven` is true once the account itself has named it. */
  createRefer: (
    account: Address,
    referCode: string,
    proof?: AccountProof,
  ) => Promise<{ isProven: boolean }>
  /** Has the results of the account's bets in this market sent to a browser. The first time needs a proof. */
  pushSubscribe: (account: Address, browser: PushTarget, proof: AccountProof) => Promise<unknown>
  /** Ends these messages for a browser, in all markets. */
  pushUnsubscribe: (endpoint: string) => Promise<unknown>
  /** Whether the account is sent its winnings automatically. */
  payoutSwitch: (account: Address, signal?: AbortSignal) => Promise<PayoutSwitch>
  /** Switches that on or off, in all markets. */
  setPayoutSwitch: (account: Address, isOn: boolean, proof: AccountProof) => Promise<PayoutSwitch>
  /** Test coins, on a local chain only. */
  faucet: (account: Address) => Promise<{ amount: Wei; transaction: Hash }>
  health: (signal?: AbortSignal) => Promise<Health>
}

/** Token of the account's sign-in session, or its signature of the text of the request. */
export type AccountProof = { token?: string; signature?: Hex }

/** Whether an account is sent its winnings automatically. */
export type PayoutSwitch = {
  /** Whether the market sends winnings. */
  isOffered: boolean
  isOn: boolean
  /** Older rounds are collected by hand. */
  oldestEpoch: Epoch
  /** Recent rounds of the market whose payment the account has refused. */
  refusedEpochs: readonly Epoch[]
}

/** A page of an account's bets. */
export type TradesPage = {
  account: Address
  limit: number
  beforeEpoch: Epoch | null
  beforeEpochs?: TradeCursor
}

/** The keys and the address at which a browser receives messages. */
type PushTarget = { endpoint: string; p256dh: string; auth: string }

type AnySchema = Parameters<typeof requestJson>[0]['schema']

/** Calls an operation of the market. */
type Post = <schema extends AnySchema>(
  operation: string,
  schema: schema,
  body?: Record<string, unknown>,
  signal?: AbortSignal,
) => ReturnType<typeof requestJson<schema>>

/**
 * Creates the client of a market. The server has the origin of the page.
 *
 * @param onMissing - Called with the markets that a response for `ALL` lacks.
 */
export function createGameApi(
  symbol = DEFAULT_SYMBOL,
  onMissing?: (symbols: readonly string[]) => void,
): GameApi {
  const onHeaders = (headers: Headers) => {
    notePositions(headers.get(POSITION_HEADER))
    noteFirstBets(headers.get(BETS_FROM_HEADER))
    onMissing?.(headers.get(MISSING_MARKETS_HEADER)?.split(',') ?? [])
  }
  const post: Post = (operation, schema, body = {}, signal) => {
    const seen = seenPositions(symbol)
    return requestJson({
      url: `/api/${operation}`,
      schema,
      body: { symbol, ...body },
      signal,
      onHeaders,
      ...(seen !== null && { headers: { [POSITION_HEADER]: seen } }),
    })
  }
  return {
    symbol,
    ...roundCalls(post),
    ...betCalls(post),
    ...standingCalls(post),
    ...accountCalls(post, symbol),
    health: (signal) => requestJson({ url: '/healthz', schema: Health, signal }),
  }
}

function roundCalls(post: Post) {
  return {
    currentEpoch: async (signal) =>
      toEpoch((await post('current-epoch', CurrentEpochResponse, {}, signal)).epoch),
    nextRound: async (signal) => decodeRound(await post('round-info', WireRound, {}, signal)),
    liveRound: async (signal) => decodeRound(await post('live-round', WireRound, {}, signal)),
    // The epoch is sent as text: R-API-4.
    round: async (epoch, signal) =>
      decodeRound(await post('round-info', WireRound, { epoch: epoch.toString() }, signal)),
    rounds: async ({ limit, beforeEpoch }, signal) => {
      const body = { limit, ...(beforeEpoch !== null && { before_epoch: Number(beforeEpoch) }) }
      return (await post('rounds', RoundsResponse, body, signal)).map(decodeRound)
    },
    tokenPrices: async (limit, signal) =>
      decodePricePoints(await post('token-prices', TokenPricesResponse, { limit }, signal)),
    priceHistory: async (range, signal) =>
      decodePricePoints(await post('price-history', PriceHistoryResponse, { range }, signal)),
  } satisfies Partial<GameApi>
}

function betCalls(post: Post) {
  return {
    tradesByUser: async ({ account, limit, beforeEpoch, beforeEpochs }, signal) => {
      const body = {
        user_address: account,
        limit,
        ...(beforeEpoch !== null && { before_epoch: Number(beforeEpoch) }),
        ...(beforeEpochs !== undefined && { before_epochs: numbersOf(beforeEpochs) }),
      }
      return (await post('trades-by-user', TradesByUserResponse, body, signal)).map(decodeTrade)
    },
    recentBets: async (limit, signal) =>
      (await post('recent-bets', RecentBetsResponse, { limit }, signal)).map(decodeRecentBet),
  } satisfies Partial<GameApi>
}

function standingCalls(post: Post) {
  return {
    tradeStats: async ({ account, window }, signal) => {
      const body = { user_address: account, window }
      return decodeTradeStats(await post('trade-stats', WireTradeStats, body, signal))
    },
    profitLine: async ({ account, window }, signal) => {
      const body = { user_address: account, window }
      return decodeProfitLine(await post('profit-line', WireProfitLine, body, signal))
    },
    leaderboard: async ({ window, rankBy }, signal) => {
      const body = { window, rank_by: rankBy, limit: LEADERBOARD_SIZE }
      return (await post('leaderboard', LeaderboardResponse, body, signal)).map(decodeStanding)
    },
    leaderboardRank: async ({ window, rankBy, account }, signal) => {
      const body = { window, rank_by: rankBy, ...(account !== null && { user_address: account }) }
      return decodeOwnRank(await post('leaderboard-rank', LeaderboardRankResponse, body, signal))
    },
  } satisfies Partial<GameApi>
}

function accountCalls(post: Post, symbol: string) {
  return {
    referCode: async (account, signal) => {
      const body = { user_address: account }
      const reply = await post('refer-code', ReferCodeResponse, body, signal)
      return { referCode: reply.refer_code, referred: reply.referred, proven: reply.proven }
    },
    createRefer: async (account, referCode, { token, signature } = {}) => {
      const url = '/api/create_refer'
      const body = { refer_code: referCode, user_address: account, signature }
      const reply = await requestJson({ url, schema: CreateReferResponse, body, token })
      return { isProven: reply.proven }
    },
    pushSubscribe: (account, browser, { token, signature }) =>
      requestJson({
        url: '/api/push-subscribe',
        schema: PushSubscribeResponse,
        body: { symbol, user_address: account, ...browser, signature },
        token,
      }),
    pushUnsubscribe: (endpoint) =>
      requestJson({
        url: '/api/push-unsubscribe',
        schema: PushUnsubscribeResponse,
        body: { endpoint },
      }),
    payoutSwitch: async (account, signal) =>
      decodePayoutSwitch(
        await post('payout-switch', PayoutSwitchResponse, { user_address: account }, signal),
      ),
    setPayoutSwitch: async (account, isOn, { token, signature }) =>
      decodePayoutSwitch(
        await requestJson({
          url: '/api/set-payout-switch',
          schema: PayoutSwitchResponse,
          body: { symbol, user_address: account, is_on: isOn, signature },
          token,
        }),
      ),
    faucet: async (account) => {
      const reply = await post('faucet', FaucetResponse, { user_address: account })
      return { amount: toAmount(reply.amount), transaction: reply.tx_hash }
    },
  } satisfies Partial<GameApi>
}

function decodePayoutSwitch(wire: PayoutSwitchResponse): PayoutSwitch {
  return {
    isOffered: wire.is_offered,
    isOn: wire.is_on,
    oldestEpoch: toEpoch(wire.oldest_epoch),
    refusedEpochs: wire.refused_epochs.map(toEpoch),
  }
}

function numbersOf(cursor: TradeCursor): Record<string, number> {
  return Object.fromEntries(
    Object.entries(cursor).map(([symbol, epoch]) => [symbol, Number(epoch)]),
  )
}

/** Returns the part of a request that continues a list at `cursor`. */
export function pageAfter(
  { symbol }: Pick<GameApi, 'symbol'>,
  cursor: TradeCursor,
): Pick<TradesPage, 'beforeEpoch' | 'beforeEpochs'> {
  return symbol === ALL_MARKETS
    ? { beforeEpoch: null, beforeEpochs: cursor }
    : { beforeEpoch: cursor[symbol] ?? null }
}

/** Returns the end of a query key over all markets; empty for one market, which has its own cache. */
export function reachKey({ symbol }: Pick<GameApi, 'symbol'>): readonly string[] {
  return symbol === ALL_MARKETS ? [symbol] : []
}

export const GameApiContext = createContext<GameApi | null>(null)

/** @throws when no `GameApiContext` is above: a bug, not a state to handle. */
export function useGameApi(): GameApi {
  const api = use(GameApiContext)
  if (api === null) throw new Error('useGameApi needs a <GameApiContext> above it')
  return api
}
