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

  /** Returns the places of the results in the order the bets were placed; those of a second by market and round. */
  inOrder(): ArrayLike<number> {
    const places = new Uint32Array(this.length)
    let isInOrder = true
    for (let place = 0; place < places.length; place += 1) {
      places[place] = place
      isInOrder &&= place === 0 || this.#compare(place - 1, place) <= 0
    }
    // Arrays are sorted by merging what is in order already; typed arrays are not.
    return isInOrder ? places : Array.from(places).sort((a, b) => this.#compare(a, b))
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
