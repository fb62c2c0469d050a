import type { UnixSeconds } from '@bullring/prediction/units'
import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import type { Trade } from '@bullring/wire/game-api/trades-by-user'
import { TradesByUserRequest, TradesByUserResponse } from '@bullring/wire/game-api/trades-by-user'
import { API_ERRORS } from '../http/documented-errors.ts'
import type { BySymbol } from '../market/by-symbol.ts'
import { coinText, roundFigures } from '../market/round-figures.ts'
import type { StoredTrade, TradeFilter } from './trades.queries.ts'

export type TradesDeps = {
  /** Chain time. */
  now: () => UnixSeconds
  findTrades: (filter: TradeFilter) => Promise<StoredTrade[]>
}

/** POST /api/trades-by-user. */
export function tradesOperations(ofMarket: BySymbol<TradesDeps>): readonly Operation[] {
  return [
    defineOperation({
      method: 'post',
      path: '/api/trades-by-user',
      summary: 'Bets of an account',
      body: TradesByUserRequest,
      response: TradesByUserResponse,
      errors: [...API_ERRORS, 404],
      handler: async ({ body }) => {
        const deps = ofMarket(body.symbol)
        const trades = await deps.findTrades({
          account: body.user_address,
          limit: body.limit,
          beforeEpoch: body.before_epoch ?? null,
        })
        const now = deps.now()
        return trades.map((trade) => toTrade(trade, now))
      },
    }),
  ]
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
    returned_amount: coinText(result.returnedAmount),
    is_win: result.isWin,
    is_claimed: bet.isClaimed,
    tx_hash: txHash,
    placed_at: placedAt,
    ...roundFigures(round, null),
    state: round.state.kind,
  }
}
