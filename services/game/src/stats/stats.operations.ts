import { multipleOf, percentOf } from '@bullring/prediction/ratio'
import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import { TradeStats, TradeStatsRequest } from '@bullring/wire/game-api/trade-stats'
import type { Address } from 'viem'
import { API_ERRORS } from '../http/documented-errors.ts'
import { requireMarket } from '../market/require-market.ts'
import { coinText } from '../market/round-figures.ts'
import type { AccountTotals } from './stats.queries.ts'

export type StatsDeps = { findTotals: (account: Address) => Promise<AccountTotals> }

/** POST /api/trade-stats. */
export function statsOperations({ findTotals }: StatsDeps): readonly Operation[] {
  return [
    defineOperation({
      method: 'post',
      path: '/api/trade-stats',
      summary: 'Statistics of an account',
      body: TradeStatsRequest,
      response: TradeStats,
      errors: [...API_ERRORS, 404],
      handler: async ({ body }) => {
        requireMarket(body.symbol)
        return toTradeStats(await findTotals(body.user_address))
      },
    }),
  ]
}

function toTradeStats(totals: AccountTotals): TradeStats {
  const { wonRounds, lostRounds, totalWon, totalLost, totalPosition, bestRound } = totals
  const rounds = wonRounds + lostRounds
  const net = totalWon - totalLost
  const average = (wei: bigint) => coinText(rounds === 0 ? 0n : wei / BigInt(rounds))
  return {
    total_rounds: rounds,
    won_rounds: wonRounds,
    lost_rounds: lostRounds,
    win_percent: percentOf(wonRounds, rounds),
    net_results: coinText(net),
    avg_return: average(net),
    avg_position: average(totalPosition),
    best_round_epoch: bestRound?.epoch ?? null,
    best_round_profit: bestRound && coinText(bestRound.payout - bestRound.amount),
    best_round_multiplier: bestRound && multipleOf(bestRound.payout, bestRound.amount),
    total_won: coinText(totalWon),
    total_lost: coinText(totalLost),
    total_position: coinText(totalPosition),
  }
}
