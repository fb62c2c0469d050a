import { type Epoch, toEpoch, toUnixSeconds, type UnixSeconds } from '@bullring/prediction/units'
import { AmountColumn } from '../db/amount-column.ts'
import type { BetPlace, ResultReader } from './result-reader.ts'
import { ResultRun, type RunningSum } from './result-run.ts'
import type { ResultsInOrder } from './results-in-order.ts'
import { Streaks } from './streaks.ts'

/** Decided bets that are no longer stored; the sum in wei. */
export type DroppedResults = { rounds: number; netResults: bigint }

/** Sum in wei after `rounds` decided bets, the last of them on `epoch`. */
type ProfitPoint = {
  symbol: string
  epoch: Epoch
  placedAt: UnixSeconds
  rounds: number
  netResults: bigint
}

/** The growing sum of an account's decided bets in the order they were placed, and its streaks; a lost one is negative. */
export type ProfitLine = {
  points: ProfitPoint[]
  currentStreak: number
  longestWins: number
  longestLosses: number
}

/** Returns in how many slots of about as many results a line is drawn: each has two points, beside the first and the last. */
export function slotsOf(maxPoints: number): number {
  return Math.floor((maxPoints - 2) / 2)
}

/**
 * Draws the line of an account. Shows the first and the last of many bets, and the lowest and the highest sum of each of as
 * many slots as `maxPoints` allows.
 *
 * @param dropped - Counts in every sum, but no point and no streak shows it.
 * @param maxPoints - At least 4.
 */
export function drawLine(
  results: ResultsInOrder,
  dropped: DroppedResults,
  maxPoints: number,
): ProfitLine {
  const slots = slotsOf(maxPoints)
  const drawing = new Drawing(results, dropped)
  for (let slot = 1; slot <= slots; slot += 1) {
    drawing.drawTo(Math.ceil((slot * results.length) / slots))
  }
  return drawing.line()
}

/** Rows of the sums: the newest, those of a slot, and one that may be. */
const [NEWEST, LOWEST, HIGHEST, COMPARED] = [0, 1, 2, 3]

class Drawing {
  readonly #results: ResultsInOrder
  readonly #dropped: DroppedResults
  readonly #sums = new AmountColumn(4)
  readonly #shown = new Map<number, ProfitPoint>()
  readonly #streaks = new Streaks()
  /** Where the lowest and the highest sum of the slot are. */
  #lowest: Place | null = null
  #highest: Place | null = null
  #drawn = 0

  constructor(results: ResultsInOrder, dropped: DroppedResults) {
    this.#results = results
    this.#dropped = dropped
    this.#sums.write(NEWEST, dropped.netResults)
  }

  /** Draws a slot up to this number of results, and the rest of a run that begins before. The first of equal sums is shown. */
  drawTo(end: number): void {
    this.#lowest = null
    this.#highest = null
    while (this.#drawn < end) {
      const results = this.#results.next()
      if (results === null) throw new TypeError('there are as many results as their length')
      if (results instanceof ResultRun) this.#addRun(results)
      else this.#add(results)
    }
    if (this.#lowest !== null) this.#show(this.#lowest, LOWEST)
    if (this.#highest !== null) this.#show(this.#highest, HIGHEST)
  }

  line(): ProfitLine {
    const points = [...this.#shown.values()].toSorted((a, b) => a.rounds - b.rounds)
    return { points, ...this.#streaks.read() }
  }

  #add(result: ResultReader): void {
    this.#sums.addParts(NEWEST, result.profitUnits, result.profitRest)
    this.#streaks.add(result.isWin)
    this.#drawn += 1
    if (this.#isLowest(NEWEST)) this.#lowest = this.#keep(NEWEST, LOWEST, result, this.#drawn)
    if (this.#isHighest(NEWEST)) this.#highest = this.#keep(NEWEST, HIGHEST, result, this.#drawn)
    if (this.#drawn === 1 || this.#drawn === this.#results.length) {
      this.#show(this.#placeOf(result, this.#drawn), NEWEST)
    }
  }

  #addRun({ sum, lowest, highest, streaks }: ResultRun): void {
    this.#compareWith(lowest)
    if (this.#isLowest(COMPARED))
      this.#lowest = this.#keep(COMPARED, LOWEST, lowest, this.#drawn + lowest.count)
    this.#compareWith(highest)
    if (this.#isHighest(COMPARED))
      this.#highest = this.#keep(COMPARED, HIGHEST, highest, this.#drawn + highest.count)
    this.#sums.addParts(NEWEST, sum.units, sum.rest)
    this.#streaks.addRun(streaks)
    this.#drawn += streaks.count
  }

  #compareWith({ sum: { units, rest } }: RunningSum): void {
    this.#sums.copyRow(NEWEST, COMPARED)
    this.#sums.addParts(COMPARED, units, rest)
  }

  #isLowest(row: number): boolean {
    return this.#lowest === null || this.#sums.compare(row, LOWEST) < 0
  }

  #isHighest(row: number): boolean {
    return this.#highest === null || this.#sums.compare(row, HIGHEST) > 0
  }

  #keep(from: number, to: number, bet: BetPlace, drawn: number): Place {
    this.#sums.copyRow(from, to)
    return this.#placeOf(bet, drawn)
  }

  #placeOf({ symbol, epoch, placedAt }: BetPlace, drawn: number): Place {
    return { symbol, epoch, placedAt, rounds: this.#dropped.rounds + drawn }
  }

  #show({ symbol, epoch, placedAt, rounds }: Place, row: number): void {
    this.#shown.set(rounds, {
      ...{ symbol, epoch: toEpoch(epoch), placedAt: toUnixSeconds(placedAt), rounds },
      netResults: this.#sums.read(row),
    })
  }
}

/** A point of the line before its sum is read. */
type Place = BetPlace & { rounds: number }
