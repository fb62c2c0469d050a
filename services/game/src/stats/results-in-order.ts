import { compareResults, ResultReader, type ResultsText } from './result-reader.ts'

/** Merges results of an account in the order the bets were placed. Each text is in this order already. */
export class ResultsInOrder {
  /** Number of all results. */
  readonly length: number
  /** Texts of which nothing was read, the one that begins first at the end. */
  readonly #later: ResultReader[]
  /** The others that have not ended: about as many as markets. */
  readonly #started: ResultReader[] = []
  #current: ResultReader | null = null

  constructor(texts: readonly ResultsText[]) {
    const readers = texts.map((text) => new ResultReader(text))
    this.length = readers.reduce((sum, { remaining }) => sum + remaining, 0)
    this.#later = readers
      .filter(({ remaining }) => remaining > 0)
      .toSorted((a, b) => compareResults(b, a))
  }

  /** Returns the reader of the next result; null after the last. */
  next(): ResultReader | null {
    this.#advance()
    let first = this.#started[0] ?? null
    for (const reader of this.#started) {
      if (first !== null && compareResults(reader, first) < 0) first = reader
    }
    const later = this.#later.at(-1)
    if (later !== undefined && (first === null || compareResults(later, first) < 0)) {
      this.#later.pop()
      this.#started.push(later)
      first = later
    }
    this.#current = first
    return first
  }

  #advance(): void {
    const current = this.#current
    if (current === null) return
    current.advance()
    if (current.remaining === 0) this.#started.splice(this.#started.indexOf(current), 1)
  }
}
