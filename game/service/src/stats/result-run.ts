import { NumberReader } from './number-reader.ts'
import type { BetPlace } from './result-reader.ts'

/** An amount in wei: units of 10^15, and the rest with the same sign. */
export type AmountParts = { units: number; rest: number }

/** A sum of the first `count` results of a run, the last of which is of this bet. */
export type RunningSum = BetPlace & { count: number; sum: AmountParts }

/** Numbers of results in a row: won ones, or lost ones as a negative number. */
export type RunStreaks = {
  count: number
  first: number
  last: number
  wins: number
  losses: number
}

/** Consecutive results of an account in one market that are drawn at once; `run_text` of migration 0049 writes it. */
export class ResultRun implements BetPlace {
  readonly symbol: string
  /** Round of the first bet. */
  readonly epoch: number
  /** When the first bet was placed, in Unix seconds. */
  readonly placedAt: number
  readonly sum: AmountParts
  /** The first of equal sums. */
  readonly lowest: RunningSum
  /** The first of equal sums. */
  readonly highest: RunningSum
  readonly streaks: RunStreaks

  constructor(symbol: string, text: string) {
    const numbers = new NumberReader(text)
    const read = () => numbers.read()
    const readSum = (): AmountParts => ({ units: read(), rest: read() })
    const readRunning = (): RunningSum => ({
      ...{ symbol, count: read(), epoch: read(), placedAt: read(), sum: readSum() },
    })
    this.symbol = symbol
    this.epoch = read()
    this.placedAt = read()
    const count = read()
    this.sum = readSum()
    this.lowest = readRunning()
    this.highest = readRunning()
    this.streaks = { count, first: read(), last: read(), wins: read(), losses: read() }
  }
}
