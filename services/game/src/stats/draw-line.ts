import { type Epoch, toEpoch, toUnixSeconds, type UnixSeconds } from '@bullring/prediction/units'
import { AmountColumn } from '../db/amount-column.ts'
import type { ResultReader } from './result-reader.ts'
import type { ResultsInOrder } from './results-in-order.ts'

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
  const slots = Math.floor((maxPoints - 2) / 2)
  const drawing = new Drawing(results, dropped)
  for (let slot = 1; slot <= slots; slot += 1) {
    drawing.drawTo(Math.ceil((slot * results.length) / slots))
  }
  return drawing.line()
}

/** Rows of the sums: the newest, and those of a slot. */
const [NEWEST, LOWEST, HIGHEST] = [0, 1, 2]

class Drawing {
  readonly #results: ResultsInOrder
  readonly #dropped: DroppedResults
  readonly #sums = new AmountColumn(3)
  readonly #shown = new Map<number, ProfitPoint>()
  readonly #streaks = new Streaks()
  #drawn = 0

  constructor(results: ResultsInOrder, dropped: DroppedResults) {
    this.#results = results
    this.#dropped = dropped
    this.#sums.write(NEWEST, dropped.netResults)
  }

  /** Draws a slot up to this number of results. Of equal sums, the first is shown. */
  drawTo(end: number): void {
    const sums = this.#sums
    let [lowest, highest]: [Place | null, Place | null] = [null, null]
    while (this.#drawn < end) {
      const result = this.#add()
      if (lowest === null || sums.compare(NEWEST, LOWEST) < 0) {
        lowest = this.#placeOf(result)
        sums.copyRow(NEWEST, LOWEST)
      }
      if (highest === null || sums.compare(NEWEST, HIGHEST) > 0) {
        highest = this.#placeOf(result)
        sums.copyRow(NEWEST, HIGHEST)
      }
      if (this.#drawn === 1 || this.#drawn === this.#results.length) {
        this.#show(this.#placeOf(result), NEWEST)
      }
    }
    if (lowest !== null) this.#show(lowest, LOWEST)
    if (highest !== null) this.#show(highest, HIGHEST)
  }

  line(): ProfitLine {
    const points = [...this.#shown.values()].toSorted((a, b) => a.rounds - b.rounds)
    return { points, ...this.#streaks.read() }
  }

  #add(): ResultReader {
    const result = this.#results.next()
    if (result === null) throw new TypeError('there are as many results as their length')
    this.#sums.addParts(NEWEST, result.profitUnits, result.profitRest)
    this.#streaks.add(result.isWin)
    this.#drawn += 1
    return result
  }

  #placeOf({ symbol, epoch, placedAt }: ResultReader): Place {
    return { symbol, epoch, placedAt, rounds: this.#dropped.rounds + this.#drawn }
  }

  #show({ symbol, epoch, placedAt, rounds }: Place, row: number): void {
    this.#shown.set(rounds, {
      ...{ symbol, epoch: toEpoch(epoch), placedAt: toUnixSeconds(placedAt), rounds },
      netResults: this.#sums.read(row),
    })
  }
}

/** A point of the line before its sum is read. */
type Place = { symbol: string; epoch: number; placedAt: number; rounds: number }

class Streaks {
  #current = 0
  #wins = 0
  #losses = 0

  add(isWin: boolean): void {
    const current = isWin ? Math.max(this.#current, 0) + 1 : Math.min(this.#current, 0) - 1
    this.#current = current
    this.#wins = Math.max(this.#wins, current)
    this.#losses = Math.max(this.#losses, -current)
  }

  read(): Omit<ProfitLine, 'points'> {
    return {
      currentStreak: this.#current,
      longestWins: this.#wins,
      longestLosses: this.#losses,
    }
  }
}
