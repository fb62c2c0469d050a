import { multipleOf, percentOf } from '@bullring/prediction/ratio'
import { readJson } from '@bullring/server/http/read-json'
import { type TradeStats, TradeStatsRequest } from '@bullring/wire/game-api/trade-stats'
import { parse } from '@bullring/wire/parse'
import { Hono } from 'hono'
import type { Address } from 'viem'
import { requireMarket } from '../market/require-market.ts'
import { coinText } from '../market/round-figures.ts'
import type { AccountTotals } from './stats.queries.ts'

export type StatsDeps = { findTotals: (account: Address) => Promise<AccountTotals> }

/** Serves POST /api/trade-stats. */
export function statsRoutes({ findTotals }: StatsDeps): Hono {
  return new Hono().post('/api/trade-stats', async (c) => {
    const request = parse(TradeStatsRequest, await readJson(c))
    requireMarket(request.symbol)
    return c.json(toTradeStats(await findTotals(request.user_address)))
  })
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
