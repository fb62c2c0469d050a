import { NumberReader } from './number-reader.ts'

/** What the database keeps of an account in one market, as `results_text` of migration 0046 writes it. */
export type ResultsText = {
  symbol: string
  text: string
  /** Results of earlier rounds are left out. */
  from: number
}

/** Reads decided bets of an account in one market, one by one: they have no objects, as an account may have 50,000. */
export class ResultReader {
  readonly symbol: string
  /** Number of results from the current one on. */
  remaining: number
  epoch = 0
  /** Unix seconds. */
  placedAt = 0
  isWin = false
  /** Payout less stake, in units of 10^15 wei. */
  profitUnits = 0
  /** The rest of it in wei, with the same sign. */
  profitRest = 0
  readonly #numbers: NumberReader

  constructor({ symbol, text, from }: ResultsText) {
    this.symbol = symbol
    this.#numbers = new NumberReader(text)
    this.remaining = this.#numbers.read()
    this.#read()
    while (this.remaining > 0 && this.epoch < from) this.advance()
  }

  /** Reads the next result. */
  advance(): void {
    this.remaining -= 1
    this.#read()
  }

  #read(): void {
    if (this.remaining === 0) return
    this.epoch += this.#numbers.read()
    this.placedAt += this.#numbers.read()
    this.isWin = this.#numbers.read() === 1
    this.profitUnits = this.#numbers.read()
    this.profitRest = this.#numbers.read()
  }
}

/** The market, the round and the time of a bet. */
export type BetPlace = { symbol: string; epoch: number; placedAt: number }

/** Compares bets in the order they were placed; those of a second by market and round. */
export function compareBets(a: BetPlace, b: BetPlace): number {
  return a.placedAt - b.placedAt || compareTexts(a.symbol, b.symbol) || a.epoch - b.epoch
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
