import { setTimeout as sleep } from 'node:timers/promises'
import { type Alert, activeAlerts, conditionsOf } from './figures/alerts.ts'
import { DayRing } from './figures/day-ring.ts'
import { countsOf, type Sample, type Scrape } from './figures/sample.ts'

const SAMPLE_MS = 60_000

export type WatchDeps = {
  /** Reads the metrics of all services. Never rejects. */
  scrape: (signal: AbortSignal) => Promise<readonly Scrape[]>
  /** Whether a market needs a keeper. */
  hasKeeper: boolean
  nowMs: () => number
}

/** Figures of the services over the last day. */
export class OperatorWatch {
  readonly #deps: WatchDeps
  readonly #ring = new DayRing()

  constructor(deps: WatchDeps) {
    this.#deps = deps
  }

  /** Oldest first. */
  get samples(): readonly Sample[] {
    return this.#ring.samples
  }

  get alerts(): readonly Alert[] {
    return activeAlerts(this.#ring.samples)
  }

  /** Returns the samples of the last seconds, with the one before them. */
  last(seconds: number): readonly Sample[] {
    return this.#ring.since(this.#deps.nowMs() / 1_000 - seconds)
  }

  /** Takes a sample a minute until `signal` aborts. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.sample(signal)
      await sleep(SAMPLE_MS, undefined, { signal }).catch(() => undefined)
    }
  }

  /** Takes a sample now. */
  async sample(signal: AbortSignal): Promise<void> {
    const { scrape, hasKeeper, nowMs } = this.#deps
    const scrapes = await scrape(signal)
    const atS = nowMs() / 1_000
    const counts = new Map(
      scrapes.flatMap((one) => (one.state === 'up' ? [[one.name, countsOf(one.series)]] : [])),
    )
    // The counters of this sample belong to its own conditions.
    const current = { atS, counts, conditions: new Set<string>() }
    const conditions = conditionsOf(scrapes, [...this.samples, current], { atS, hasKeeper })
    this.#ring.add({ atS, counts, conditions })
  }
}
