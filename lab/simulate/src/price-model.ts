import type { Position } from '@bullring/prediction/payout'
import { winnerOf } from '@bullring/prediction/payout'
import type { PriceE8 } from '@bullring/prediction/units'
import { toPriceE8 } from '@bullring/prediction/units'
import { gaussian } from '@bullring/stack/replay/random'
import type { StrikeRule } from './rules.ts'

/** How the price moves and how the oracle reports it. All times are seconds. */
export type PriceModel = {
  /** Per year, as a share: 0.6 is 60 %. The price is a geometric Brownian motion without drift. */
  volatility: number
  startPrice: number
  intervalSeconds: number
  /** Time between two reports; recorded mean of the BNB / USD feed: 33.04 s. */
  reportPeriod: number
  /** Time from the observation of a report to the block that carries it (OCR2). */
  reportLag: number
  /** Time from the bot's bet to the lock. */
  betLead: number
}

/** What one round's price path holds for a bot that reads the oracle's reports as they are observed. */
export type PricedRound = {
  winner: Position | null
  /** Side that the spot price favours over the newest report, both seen when the bot bets. */
  lookedAt: Position
  /** True if that report reaches the chain only at or after the lock. */
  isReportUnderWay: boolean
}

export const DEFAULT_MODEL: PriceModel = {
  volatility: 0.6,
  startPrice: 600,
  intervalSeconds: 300,
  reportPeriod: 33,
  reportLag: 5,
  betLead: 1,
}

const SECONDS_PER_YEAR = 31_557_600
const PRICE_SCALE = 1e8

/** Delay of V2's operator after the lock: recorded from 5 s to 18 s, 6.1 s on average. */
const OPERATOR_DELAY = { min: 5, meanExcess: 1.1, max: 18 }

/** Draws a round: the reports' phase, the operator's delays and the price path. The lock is at 0. */
export function drawRound(
  strike: StrikeRule,
  model: PriceModel,
  random: () => number,
): PricedRound {
  const phase = random() * model.reportPeriod
  const lockCall = operatorDelay(random)
  const closeCall = lockCall + model.intervalSeconds + operatorDelay(random)
  const lockReport = observationOf(strike, 0, lockCall, phase, model)
  const closeReport = observationOf(strike, model.intervalSeconds, closeCall, phase, model)
  const betTime = -model.betLead
  const seenReport = newestReportBefore(betTime, phase, model.reportPeriod)
  const times = [seenReport, betTime, lockReport, closeReport]
  const [seen = 0, spot = 0, lock = 0, close = 0] = pricesAt(times, model, random)
  return {
    winner: winnerOf(toPrice(lock), toPrice(close)),
    lookedAt: spot >= seen ? 'bull' : 'bear',
    isReportUnderWay: seenReport + model.reportLag >= 0,
  }
}

/**
 * Returns when the report that is the strike of `lock` was observed.
 *
 * @param call - Time of the operator's `executeRound`.
 * @param phase - Time of any one observation.
 */
export function observationOf(
  strike: StrikeRule,
  lock: number,
  call: number,
  phase: number,
  { reportPeriod, reportLag }: PriceModel,
): number {
  if (strike.kind === 'latest-at-call') {
    return newestReportBefore(call - reportLag, phase, reportPeriod)
  }
  const due = lock + strike.delay - reportLag
  return phase + Math.ceil((due - phase) / reportPeriod) * reportPeriod
}

/** Returns the newest observation at or before `time`. */
function newestReportBefore(time: number, phase: number, period: number): number {
  return phase + Math.floor((time - phase) / period) * period
}

function operatorDelay(random: () => number): number {
  const { min, meanExcess, max } = OPERATOR_DELAY
  return Math.min(min - meanExcess * Math.log(1 - random()), max)
}

/** Returns the prices of one path at `times`, in their order; equal times have equal prices. */
function pricesAt(
  times: readonly number[],
  { volatility, startPrice }: PriceModel,
  random: () => number,
): readonly number[] {
  const variancePerSecond = volatility ** 2 / SECONDS_PER_YEAR
  const prices = new Map<number, number>()
  let last: number | undefined
  let logarithm = Math.log(startPrice)
  for (const time of times.toSorted((a, b) => a - b)) {
    const variance = variancePerSecond * (time - (last ?? time))
    logarithm += Math.sqrt(variance) * gaussian(random) - variance / 2
    last = time
    if (!prices.has(time)) prices.set(time, Math.exp(logarithm))
  }
  return times.map((time) => prices.get(time) ?? startPrice)
}

function toPrice(price: number): PriceE8 {
  return toPriceE8(BigInt(Math.round(price * PRICE_SCALE)))
}
