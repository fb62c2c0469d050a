/** Reads go to the primary server once the replica has been this far behind, and until it has caught up. */
const MAX_LAG_MS = 5_000

/** Decides whether the API reads from the replica: not while it lacks what the primary server had five seconds ago. */
export class ReplicaSwitch {
  readonly #onChange: (isUsable: boolean) => void
  /** Since when each market is behind. */
  readonly #behindSince = new Map<string, number>()
  #isUsable = true

  /** @param onChange - Called when reads move to the primary server, and when they return. */
  constructor(onChange: (isUsable: boolean) => void) {
    this.#onChange = onChange
  }

  readonly isUsable = (): boolean => this.#isUsable

  /** Records whether the replica lacks changes of a market, or does not respond. A silent one is left at once. */
  report(symbol: string, state: 'complete' | 'behind' | 'down', nowMs: number): void {
    if (state === 'down') this.#behindSince.set(symbol, nowMs - MAX_LAG_MS)
    else if (state === 'complete') this.#behindSince.delete(symbol)
    else if (!this.#behindSince.has(symbol)) this.#behindSince.set(symbol, nowMs)
    const isLate = [...this.#behindSince.values()].some((sinceMs) => nowMs - sinceMs >= MAX_LAG_MS)
    // Back only once nothing is missing: a visitor must not see an older state again.
    const isUsable = this.#isUsable ? !isLate : this.#behindSince.size === 0
    if (isUsable !== this.#isUsable) this.#onChange(isUsable)
    this.#isUsable = isUsable
  }
}
