/** What the database keeps of an account in one market, as `results_text` of migration 0046 writes it. */
export type ResultsText = {
  symbol: string
  text: string
  /** Results of earlier rounds are left out. */
  from: number
}

const ZERO = 48
const MINUS = 45

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
  readonly #text: Buffer
  #at = 0

  constructor({ symbol, text, from }: ResultsText) {
    this.symbol = symbol
    // Bytes are read faster than characters.
    this.#text = Buffer.from(text, 'latin1')
    this.remaining = this.#readNumber()
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
    this.epoch += this.#readNumber()
    this.placedAt += this.#readNumber()
    this.isWin = this.#readNumber() === 1
    this.profitUnits = this.#readNumber()
    this.profitRest = this.#readNumber()
  }

  /** Reads a safe integer and the space after it, in a quarter of the time that `split` and `Number` take. */
  #readNumber(): number {
    const text = this.#text
    let at = this.#at
    const isNegative = text[at] === MINUS
    if (isNegative) at += 1
    let number = 0
    for (; ; at += 1) {
      const digit = (text[at] ?? 0) - ZERO
      // A space, or the end of the text.
      if (digit < 0) break
      number = number * 10 + digit
    }
    this.#at = at + 1
    return isNegative ? -number : number
  }
}

/** Compares current results in the order the bets were placed; those of a second by market and round. */
export function compareResults(a: ResultReader, b: ResultReader): number {
  return a.placedAt - b.placedAt || compareTexts(a.symbol, b.symbol) || a.epoch - b.epoch
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
