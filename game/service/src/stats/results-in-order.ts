import { compareBets, ResultReader, type ResultsText } from './result-reader.ts'
import type { ResultRun } from './result-run.ts'

type Results = ResultReader | ResultRun

/** What the database keeps of consecutive results: a run begins and ends between bets in other markets. */
export type LineParts = { texts: readonly ResultsText[]; runs: readonly ResultRun[] }

/** Merges results of an account in the order the bets were placed. Each text is in this order already. */
export class ResultsInOrder {
  /** Number of all results. */
  readonly length: number
  /** Texts of which nothing was read and runs, the one that begins first at the end. */
  readonly #later: Results[]
  /** Other texts that have not ended: about as many as markets. */
  readonly #started: ResultReader[] = []
  #current: Results | null = null

  constructor({ texts, runs }: LineParts) {
    const readers = texts.map((text) => new ResultReader(text))
    const counts = [
      ...readers.map(({ remaining }) => remaining),
      ...runs.map(({ streaks: { count } }) => count),
    ]
    this.length = counts.reduce((sum, count) => sum + count, 0)
    this.#later = [...readers.filter(({ remaining }) => remaining > 0), ...runs].toSorted((a, b) =>
      compareBets(b, a),
    )
  }

  /** Returns the reader of the next result, or the next run; null after the last. */
  next(): Results | null {
    this.#advance()
    let first: Results | null = this.#started[0] ?? null
    for (const reader of this.#started) {
      if (first !== null && compareBets(reader, first) < 0) first = reader
    }
    const later = this.#later.at(-1)
    if (later !== undefined && (first === null || compareBets(later, first) < 0)) {
      this.#later.pop()
      if (later instanceof ResultReader) this.#started.push(later)
      first = later
    }
    this.#current = first
    return first
  }

  #advance(): void {
    const current = this.#current
    if (!(current instanceof ResultReader)) return
    current.advance()
    if (current.remaining === 0) this.#started.splice(this.#started.indexOf(current), 1)
  }
}
