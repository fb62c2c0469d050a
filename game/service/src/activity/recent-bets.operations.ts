import type { RecentBet as WireBet } from '@bullring/game-api/recent-bets'
import { RecentBetsRequest, RecentBetsResponse } from '@bullring/game-api/recent-bets'
import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import { API_ERRORS } from '../http/errors.ts'
import { coinText } from '../market/round-figures.ts'
import type { RecentBet } from './recent-bets.queries.ts'

export type RecentBetsDeps = { findRecentBets: (limit: number) => Promise<RecentBet[]> }

/** POST /api/recent-bets. */
export function recentBetsOperations(
  ofMarket: (symbol: string) => RecentBetsDeps,
): readonly Operation[] {
  return [
    defineOperation({
      method: 'post',
      path: '/api/recent-bets',
      summary: 'The newest bets of all accounts',
      body: RecentBetsRequest,
      response: RecentBetsResponse,
      errors: [...API_ERRORS, 404],
      handler: async ({ body }) => {
        const { findRecentBets } = ofMarket(body.symbol)
        return (await findRecentBets(body.limit)).map(toWireBet)
      },
    }),
  ]
}

function toWireBet(bet: RecentBet): WireBet {
  return {
    user_address: bet.account,
    epoch: Number(bet.epoch),
    direction: bet.position === 'bull' ? 1 : 2,
    position_amount: coinText(bet.amount),
    placed_at: bet.placedAt,
  }
}
