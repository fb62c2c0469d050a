import { createGameClient, type GameClient } from '@bullring/client/game-client'
import { decodeRound, toAmount } from '@bullring/client/round'
import { BETS_FROM_HEADER } from '@bullring/game-api/bets-from'
import type { Health } from '@bullring/game-api/health'
import type { PayoutSwitchResponse } from '@bullring/game-api/payouts'
import { POSITION_HEADER } from '@bullring/game-api/positions'
import type { PriceRange } from '@bullring/game-api/price-history'
import type { Epoch, Wei } from '@bullring/prediction/units'
import { toEpoch } from '@bullring/prediction/units'
import { ALL_MARKETS, DEFAULT_SYMBOL, MISSING_MARKETS_HEADER } from '@bullring/wire/fields'
import { createContext, use } from 'react'
import type { Address, Hash, Hex } from 'viem'
import type { PricePoint } from './round/price-point.ts'
import { decodePricePoints } from './round/price-point.ts'
import type { Round } from './round/round.ts'
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
  currentEpoch: (signal?: AbortSignal) => Promise<CurrentEpoch>
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

/** The open round, and the first round without bets; null unless bets are paused or about to be. */
type CurrentEpoch = { epoch: Epoch; firstPausedEpoch: Epoch | null }

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

/** Calls an operation of the market. TanStack Query repeats reads. */
type Call = GameClient['call']

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
    notePositions(headers.get(POSITION_HEADER), symbol)
    noteFirstBets(headers.get(BETS_FROM_HEADER))
    onMissing?.(headers.get(MISSING_MARKETS_HEADER)?.split(',') ?? [])
  }
  const { call } = createGameClient({
    symbol,
    isRetried: false,
    onHeaders,
    headers: () => {
      const seen = seenPositions(symbol)
      return seen === null ? {} : { [POSITION_HEADER]: seen }
    },
  })
  return {
    symbol,
    ...roundCalls(call),
    ...betCalls(call),
    ...standingCalls(call),
    ...accountCalls(call),
    health: (signal) => call('healthz', {}, { signal }),
  }
}

function roundCalls(call: Call) {
  return {
    currentEpoch: async (signal) => {
      const { epoch, paused_from: paused } = await call('current-epoch', {}, { signal })
      return { epoch: toEpoch(epoch), firstPausedEpoch: paused ? toEpoch(paused) : null }
    },
    nextRound: async (signal) => decodeRound(await call('round-info', {}, { signal })),
    liveRound: async (signal) => decodeRound(await call('live-round', {}, { signal })),
    // The epoch is sent as text: R-API-4.
    round: async (epoch, signal) =>
      decodeRound(await call('round-info', { epoch: epoch.toString() }, { signal })),
    rounds: async ({ limit, beforeEpoch }, signal) => {
      const body = { limit, ...(beforeEpoch !== null && { before_epoch: Number(beforeEpoch) }) }
      return (await call('rounds', body, { signal })).map(decodeRound)
    },
    tokenPrices: async (limit, signal) =>
      decodePricePoints(await call('token-prices', { limit }, { signal })),
    priceHistory: async (range, signal) =>
      decodePricePoints(await call('price-history', { range }, { signal })),
  } satisfies Partial<GameApi>
}

function betCalls(call: Call) {
  return {
    tradesByUser: async ({ account, limit, beforeEpoch, beforeEpochs }, signal) => {
      const body = {
        user_address: account,
        limit,
        ...(beforeEpoch !== null && { before_epoch: Number(beforeEpoch) }),
        ...(beforeEpochs !== undefined && { before_epochs: numbersOf(beforeEpochs) }),
      }
      return (await call('trades-by-user', body, { signal })).map(decodeTrade)
    },
    recentBets: async (limit, signal) =>
      (await call('recent-bets', { limit }, { signal })).map(decodeRecentBet),
  } satisfies Partial<GameApi>
}

function standingCalls(call: Call) {
  return {
    tradeStats: async ({ account, window }, signal) => {
      const body = { user_address: account, window }
      return decodeTradeStats(await call('trade-stats', body, { signal }))
    },
    profitLine: async ({ account, window }, signal) => {
      const body = { user_address: account, window }
      return decodeProfitLine(await call('profit-line', body, { signal }))
    },
    leaderboard: async ({ window, rankBy }, signal) => {
      const body = { window, rank_by: rankBy, limit: LEADERBOARD_SIZE }
      return (await call('leaderboard', body, { signal })).map(decodeStanding)
    },
    leaderboardRank: async ({ window, rankBy, account }, signal) => {
      const body = { window, rank_by: rankBy, ...(account !== null && { user_address: account }) }
      return decodeOwnRank(await call('leaderboard-rank', body, { signal }))
    },
  } satisfies Partial<GameApi>
}

function accountCalls(call: Call) {
  return {
    referCode: async (account, signal) => {
      const body = { user_address: account }
      const reply = await call('refer-code', body, { signal })
      return { referCode: reply.refer_code, referred: reply.referred, proven: reply.proven }
    },
    createRefer: async (account, referCode, { token, signature } = {}) => {
      const body = { refer_code: referCode, user_address: account, signature }
      return { isProven: (await call('create_refer', body, { token })).proven }
    },
    pushSubscribe: (account, browser, { token, signature }) =>
      call('push-subscribe', { user_address: account, ...browser, signature }, { token }),
    pushUnsubscribe: (endpoint) => call('push-unsubscribe', { endpoint }),
    payoutSwitch: async (account, signal) =>
      decodePayoutSwitch(await call('payout-switch', { user_address: account }, { signal })),
    setPayoutSwitch: async (account, isOn, { token, signature }) => {
      const body = { user_address: account, is_on: isOn, signature }
      return decodePayoutSwitch(await call('set-payout-switch', body, { token }))
    },
    faucet: async (account) => {
      const reply = await call('faucet', { user_address: account })
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
