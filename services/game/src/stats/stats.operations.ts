import { multipleOf, percentOf } from '@bullring/prediction/ratio'
import type { UnixSeconds } from '@bullring/prediction/units'
import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import { ProfitLine, ProfitLineRequest } from '@bullring/wire/game-api/profit-line'
import { TradeStats, TradeStatsRequest } from '@bullring/wire/game-api/trade-stats'
import { API_ERRORS } from '../http/documented-errors.ts'
import type { BySymbol } from '../market/by-symbol.ts'
import { coinText } from '../market/round-figures.ts'
import type { RoundClock } from '../market/round-rules.ts'
import { firstEpochOf } from '../market/windows.ts'
import type { ProfitFilter, ProfitLine as StoredProfitLine } from './profit-line.queries.ts'
import type { AccountTotals, TotalsFilter } from './stats.queries.ts'

export type StatsDeps = {
  clock: Pick<RoundClock, 'firstEpochClosedAfter'>
  /** Chain time. */
  now: () => UnixSeconds
  findTotals: (filter: TotalsFilter) => Promise<AccountTotals>
  findProfitLine: (filter: ProfitFilter) => Promise<StoredProfitLine>
}

/** POST /api/trade-stats and /api/profit-line. */
export function statsOperations(ofMarket: BySymbol<StatsDeps>): readonly Operation[] {
  return [
    defineOperation({
      method: 'post',
      path: '/api/trade-stats',
      summary: 'Statistics of an account',
      body: TradeStatsRequest,
      response: TradeStats,
      errors: [...API_ERRORS, 404],
      handler: async ({ body }) => {
        const { clock, now, findTotals } = ofMarket(body.symbol)
        const fromEpoch = await firstEpochOf(clock, body.window, now())
        return toTradeStats(await findTotals({ account: body.user_address, fromEpoch }))
      },
    }),
    defineOperation({
      method: 'post',
      path: '/api/profit-line',
      summary: 'Cumulative results of an account, and its streaks',
      body: ProfitLineRequest,
      response: ProfitLine,
      errors: [...API_ERRORS, 404],
      handler: async ({ body: { user_address: account, symbol, window, points: maxPoints } }) => {
        const { clock, now, findProfitLine } = ofMarket(symbol)
        const fromEpoch = await firstEpochOf(clock, window, now())
        return toProfitLine(await findProfitLine({ account, fromEpoch, maxPoints }))
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

function toProfitLine(line: StoredProfitLine): ProfitLine {
  return {
    points: line.points.map(({ epoch, placedAt, rounds, netResults }) => ({
      epoch: Number(epoch),
      placed_at: placedAt,
      rounds,
      net_results: coinText(netResults),
    })),
    current_streak: line.currentStreak,
    longest_win_streak: line.longestWins,
    longest_loss_streak: line.longestLosses,
  }
}
