import { currentEpoch, type Schedule } from '@bullring/prediction/schedule'
import type { PriceE8, UnixSeconds } from '@bullring/prediction/units'
import { brownianBridge } from './brownian-bridge.ts'
import { intervalPlan } from './interval-plan.ts'
import { seededRandom } from './random.ts'
import type { ReplayRound } from './recorded-rounds.ts'

/** Standard deviation between two answers, in basis points: with nine in a round, a third of the round's. */
const VOLATILITY_BASIS_POINTS = 1.7

/**
 * Returns the price of a second between two answers of the replayed oracle; null before the first answer. It moves from
 * one to the next, as an exchange does whose price the oracle reports.
 */
export function priceBetween(
  rounds: readonly ReplayRound[],
  schedule: Schedule,
  now: UnixSeconds,
): PriceE8 | null {
  const open = Number(currentEpoch(schedule, now))
  const answers = [open - 1, open, open + 1]
    .filter((epoch) => epoch >= 1)
    .flatMap((epoch) => intervalPlan(rounds, schedule, epoch))
    .filter((action) => action.kind === 'price')
  const last = answers.findLast(({ at }) => at <= now)
  const next = answers.find(({ at }) => at > now)
  if (last === undefined || next === undefined) return null
  const between = next.at - last.at - 1
  const random = seededRandom(last.at)
  const path = brownianBridge(last.price, next.price, between, random, VOLATILITY_BASIS_POINTS)
  return [last.price, ...path][now - last.at] ?? null
}
