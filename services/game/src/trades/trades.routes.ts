import type { UnixSeconds } from '@bullring/prediction/units'
import { readJson } from '@bullring/server/http/read-json'
import { type Trade, TradesByUserRequest } from '@bullring/wire/game-api/trades-by-user'
import { parse } from '@bullring/wire/parse'
import { Hono } from 'hono'
import { requireMarket } from '../market/require-market.ts'
import { coinText, roundFigures } from '../market/round-figures.ts'
import type { StoredTrade, TradeFilter } from './trades.queries.ts'

export type TradesDeps = {
  /** Chain time. */
  now: () => UnixSeconds
  findTrades: (filter: TradeFilter) => Promise<StoredTrade[]>
}

/** Serves POST /api/trades-by-user. */
export function tradesRoutes(deps: TradesDeps): Hono {
  return new Hono().post('/api/trades-by-user', async (c) => {
    const request = parse(TradesByUserRequest, await readJson(c))
    requireMarket(request.symbol)
    const trades = await deps.findTrades({
      account: request.user_address,
      limit: request.limit,
      beforeEpoch: request.before_epoch ?? null,
    })
    const now = deps.now()
    return c.json(trades.map((trade) => toTrade(trade, now)))
  })
}

function toTrade({ bet, round: indexed, txHash, placedAt }: StoredTrade, now: UnixSeconds): Trade {
  const round = indexed.at(now)
  const result = round.resultOf(bet)
  return {
    round_id: Number(round.epoch),
    epoch: Number(round.epoch),
    direction: bet.position === 'bull' ? 1 : 2,
    position_amount: coinText(bet.amount),
    win_amount: coinText(result.winAmount),
    claim_amount: coinText(result.claimAmount),
    is_win: result.isWin,
    is_claimed: bet.isClaimed,
    tx_hash: txHash,
    placed_at: placedAt,
    ...roundFigures(round, null),
    state: round.state.kind,
  }
}
