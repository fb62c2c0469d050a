/** Counts faults by name. */
export class Tally {
  readonly #counts = new Map<string, number>()

  add(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
  }

  get total(): number {
    return this.#counts.values().reduce((sum, count) => sum + count, 0)
  }

  rows(): readonly (readonly [name: string, count: number])[] {
    return [...this.#counts].toSorted(([a], [b]) => a.localeCompare(b))
  }
}
