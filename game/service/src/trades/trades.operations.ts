import type { FirstBet } from '@bullring/game-api/bets-from'
import type { Trade } from '@bullring/game-api/trades-by-user'
import { TradesByUserRequest, TradesByUserResponse } from '@bullring/game-api/trades-by-user'
import type { UnixSeconds } from '@bullring/prediction/units'
import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import type { Address } from 'viem'
import type * as z from 'zod/mini'
import { reachedTime } from '../chain/chain-clock.ts'
import type { LastingPart } from '../http/cache/lasting-responses.ts'
import { reportLasting } from '../http/cache/report-lasting.ts'
import { API_ERRORS } from '../http/errors.ts'
import { FIRST_BETS, reportFirstBets } from '../http/first-bets.ts'
import { MISSING_MARKETS, reportMissing, type Selected } from '../http/missing-markets.ts'
import { isChangedByTime } from '../market/changed-by-time.ts'
import { isDecided } from '../market/is-decided.ts'
import { coinText, roundFigures } from '../market/round-figures.ts'
import type { StoredTrade, TradeFilter } from './trades.queries.ts'

/** Reads of one market. */
export type MarketTradesDeps = {
  symbol: string
  /** Chain time. */
  now: () => UnixSeconds
  findTrades: (filter: TradeFilter) => Promise<StoredTrade[]>
  /** Finds the first stored bet; null where all are stored. */
  findFirstStored: () => Promise<FirstBet | null>
}

/** POST /api/trades-by-user. */
export function tradesOperations(
  select: (symbol: string) => Selected<readonly MarketTradesDeps[]>,
): readonly Operation[] {
  return [
    defineOperation({
      method: 'post',
      path: '/api/trades-by-user',
      summary: 'Bets of an account',
      body: TradesByUserRequest,
      response: TradesByUserResponse,
      responseHeaders: { ...MISSING_MARKETS, ...FIRST_BETS },
      errors: [...API_ERRORS, 404],
      handler: async ({ body }, c) => {
        const { selected, missing } = select(body.symbol)
        reportMissing(c, missing)
        const found = await Promise.all(selected.map((market) => findTrades(market, body)))
        if (missing.length === 0)
          reportLasting(
            c,
            found.map((part) => part.lasting),
          )
        const trades = found.map((part) => part.trades)
        const listed = mergeNewest(trades, body.limit)
        if (listed.length < body.limit) reportFirstBets(c, await findFirstStored(selected))
        return listed
      },
    }),
  ]
}

type TradesRequest = z.output<typeof TradesByUserRequest>

async function findTrades(
  { symbol, now, findTrades: find }: MarketTradesDeps,
  { user_address: account, limit, before_epoch: only, before_epochs: each }: TradesRequest,
): Promise<{ trades: Trade[]; lasting: LastingPart }> {
  const found = await find({ account, limit, beforeEpoch: each?.[symbol] ?? only ?? null })
  const time = now()
  return {
    trades: found.map((trade) => toTrade(trade, symbol, time)),
    lasting: lastingPart(found, { symbol, account, time }),
  }
}

type ReadOf = { symbol: string; account: Address; time: UnixSeconds }

/** Returns what the trades depend on. */
function lastingPart(
  found: readonly StoredTrade[],
  { symbol, account, time }: ReadOf,
): LastingPart {
  const rounds = found.map(({ round }) => ({ round, snapshot: round.at(reachedTime(time)) }))
  const undecided = rounds.filter(({ snapshot }) => !isDecided(snapshot))
  return {
    symbol,
    account: account.toLowerCase(),
    epochs: rounds.map(({ snapshot }) => Number(snapshot.epoch)),
    holdsAt: (now) =>
      !undecided.some(({ round }) => isChangedByTime(round, { before: time, after: now })),
  }
}

function findFirstStored(markets: readonly MarketTradesDeps[]) {
  return Promise.all(
    markets.map(async ({ symbol, findFirstStored: find }) => ({
      symbol,
      first: await find(),
    })),
  )
}

/** Each market's bets come newest first, and stay in that order. */
function mergeNewest(lists: readonly Trade[][], limit: number): Trade[] {
  const [only] = lists
  if (only !== undefined && lists.length === 1) return only
  return lists
    .flat()
    .toSorted((a, b) => b.placed_at - a.placed_at)
    .slice(0, limit)
}

function toTrade(
  { bet, round: indexed, txHash, placedAt }: StoredTrade,
  symbol: string,
  now: UnixSeconds,
): Trade {
  const round = indexed.at(now)
  const result = round.resultOf(bet)
  return {
    symbol,
    round_id: Number(round.epoch),
    epoch: Number(round.epoch),
    direction: bet.position === 'bull' ? 1 : 2,
    position_amount: coinText(bet.amount),
    win_amount: coinText(result.winAmount),
    claim_amount: coinText(result.claimAmount),
    returned_amount: coinText(result.returnedAmount),
    is_win: result.isWin,
    is_claimed: bet.isClaimed,
    tx_hash: txHash,
    placed_at: placedAt,
    ...roundFigures(round, null),
    state: round.state.kind,
  }
}
