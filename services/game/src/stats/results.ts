/** Decided bets of an account, a column for each of their values: an account may have 50,000. */
export class Results {
  length = 0
  /** Symbols, in order. */
  readonly markets: readonly string[]
  /** Places in `markets`. */
  readonly market: Uint16Array
  readonly epoch: Float64Array
  /** Unix seconds. */
  readonly placedAt: Float64Array
  /** 1 for a bet that won, 0 for one that lost. */
  readonly win: Uint8Array
  /** Payout less stake, in units of 10^15 wei. */
  readonly profitUnits: Float64Array
  /** The rest of it in wei, with the same sign. */
  readonly profitRest: Float64Array

  /** @param capacity - The most results that fit. */
  constructor(markets: readonly string[], capacity: number) {
    this.markets = markets.toSorted()
    this.market = new Uint16Array(capacity)
    this.epoch = new Float64Array(capacity)
    this.placedAt = new Float64Array(capacity)
    this.win = new Uint8Array(capacity)
    this.profitUnits = new Float64Array(capacity)
    this.profitRest = new Float64Array(capacity)
  }

  /**
   * Returns the places of the results in the order the bets were placed; those of a second by market and round. Merges runs
   * that are in order already: there are about as many as markets.
   */
  inOrder(): Uint32Array {
    const places = new Uint32Array(this.length)
    const [heads, ends] = this.#runs()
    for (let turn = 0; turn < places.length; turn += 1) {
      let first = 0
      for (let run = 1; run < heads.length; run += 1) {
        if (this.#compare(heads[run] ?? 0, heads[first] ?? 0) < 0) first = run
      }
      const place = heads[first] ?? 0
      places[turn] = place
      heads[first] = place + 1
      if (heads[first] === ends[first]) for (const bounds of [heads, ends]) bounds.splice(first, 1)
    }
    return places
  }

  /** Returns the first place of each run, and the one after its last. */
  #runs(): [heads: number[], ends: number[]] {
    const heads: number[] = []
    for (let place = 0; place < this.length; place += 1) {
      if (place === 0 || this.#compare(place - 1, place) > 0) heads.push(place)
    }
    return [heads, [...heads.slice(1), this.length]]
  }

  #compare(a: number, b: number): number {
    return (
      difference(this.placedAt, a, b) ||
      difference(this.market, a, b) ||
      difference(this.epoch, a, b)
    )
  }
}

function difference(column: ArrayLike<number>, a: number, b: number): number {
  return (column[a] ?? 0) - (column[b] ?? 0)
}
