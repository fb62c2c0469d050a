import type { Epoch } from '@bullring/prediction/units'

/** A reorg may undo a settlement: the newest strikes are checked again often, all of them rarely. */
const RECENT_STRIKES = 5
const FORGET_RECENT_MS = 3_000
const FORGET_ALL_MS = 600_000

/** Remembers the strikes that need no attention, until it is time to check them again. */
export class StrikeMemory {
  readonly #done = new Set<Epoch>()
  #forgotRecentAtMs = 0
  #forgotAllAtMs = 0

  add(epoch: Epoch): void {
    this.#done.add(epoch)
  }

  has(epoch: Epoch): boolean {
    return this.#done.has(epoch)
  }

  /** Forgets what is due to be checked again at `nowMs`. */
  expire(nowMs: number): void {
    if (nowMs - this.#forgotAllAtMs > FORGET_ALL_MS) {
      this.#done.clear()
      this.#forgotAllAtMs = nowMs
    }
    if (nowMs - this.#forgotRecentAtMs > FORGET_RECENT_MS) {
      const newest = [...this.#done].toSorted((a, b) => Number(b - a)).slice(0, RECENT_STRIKES)
      for (const epoch of newest) this.#done.delete(epoch)
      this.#forgotRecentAtMs = nowMs
    }
  }
}
