import { ProfitLine, ProfitLineRequest } from '@bullring/game-api/profit-line'
import { TradeStats, TradeStatsRequest } from '@bullring/game-api/trade-stats'
import { multipleOf, percentOf } from '@bullring/prediction/ratio'
import type { UnixSeconds } from '@bullring/prediction/units'
import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import { API_ERRORS } from '../http/errors.ts'
import { MISSING_MARKETS, reportMissing, type Selected } from '../http/missing-markets.ts'
import { coinText } from '../market/round-figures.ts'
import type { RoundClock } from '../market/round-rules.ts'
import { firstEpochOf, firstEpochsOf } from '../market/windows.ts'
import type { ProfitLine as DrawnLine, ProfitFilter } from './profit-line.queries.ts'
import type { AccountTotals, TotalsFilter } from './stats.queries.ts'
import { type MarketTotals, sumTotals } from './sum-totals.ts'

export type StatsDeps = {
  markets: readonly {
    symbol: string
    clock: Pick<RoundClock, 'firstEpochClosedAfter'>
    /** Chain time. */
    now: () => UnixSeconds
    findTotals: (filter: TotalsFilter) => Promise<AccountTotals>
  }[]
  findProfitLine: (filter: ProfitFilter) => Promise<DrawnLine>
}

/** POST /api/trade-stats and /api/profit-line. */
export function statsOperations(
  select: (symbol: string) => Selected<StatsDeps>,
): readonly Operation[] {
  return [
    defineOperation({
      method: 'post',
      path: '/api/trade-stats',
      summary: 'Statistics of an account',
      body: TradeStatsRequest,
      response: TradeStats,
      responseHeaders: MISSING_MARKETS,
      errors: [...API_ERRORS, 404],
      handler: async ({ body: { user_address: account, symbol, window } }, c) => {
        const { selected, missing } = select(symbol)
        reportMissing(c, missing)
        const totals = selected.markets.map(async ({ symbol: market, clock, now, findTotals }) => {
          const fromEpoch = await firstEpochOf(clock, window, now())
          return { symbol: market, totals: await findTotals({ account, fromEpoch }) }
        })
        return toTradeStats(sumTotals(await Promise.all(totals)))
      },
    }),
    defineOperation({
      method: 'post',
      path: '/api/profit-line',
      summary: 'Cumulative results of an account, and its streaks',
      body: ProfitLineRequest,
      response: ProfitLine,
      responseHeaders: MISSING_MARKETS,
      errors: [...API_ERRORS, 404],
      handler: async (
        { body: { user_address: account, symbol, window, points: maxPoints } },
        c,
      ) => {
        const { selected, missing } = select(symbol)
        reportMissing(c, missing)
        const fromEpochs = await firstEpochsOf(selected.markets, window)
        return toProfitLine(await selected.findProfitLine({ account, fromEpochs, maxPoints }))
      },
    }),
  ]
}

function toTradeStats(totals: MarketTotals): TradeStats {
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
    best_round_symbol: bestRound?.symbol ?? null,
    best_round_profit: bestRound && coinText(bestRound.payout - bestRound.amount),
    best_round_multiplier: bestRound && multipleOf(bestRound.payout, bestRound.amount),
    total_won: coinText(totalWon),
    total_lost: coinText(totalLost),
    total_position: coinText(totalPosition),
  }
}

function toProfitLine(line: DrawnLine): ProfitLine {
  return {
    points: line.points.map(({ symbol, epoch, placedAt, rounds, netResults }) => ({
      symbol,
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
