import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createAlarm } from '../alarm.ts'
import { errorSummary } from '../error-summary.ts'
import { RateLimiter } from '../http/request/rate-limit.ts'
import { HeldCounts } from './held-counts.ts'
import type { LimitStore } from './limit-store.ts'

/** Interval at which nodes exchange their counts. */
const EXCHANGE_MS = 250

/** Interval at which a node renews its lease and counts the others. */
const BEAT_MS = 1_000

/** The same for a node that counts nothing: below the lease by a few attempts. Its first count ends the wait. */
const IDLE_BEAT_MS = 3_000
const SWEEP_MS = 30_000

/** Callers of one exchange. The others wait for the next. */
const MAX_CALLERS = 2_000

export type SharedLimitsDeps = {
  store: LimitStore
  log: Logger
  /** Reports the number of nodes that share limits; 0 while the store does not respond. */
  onNodes: (nodes: number) => void
}

/**
 * Limits that hold for all nodes of a service together. Each node decides by itself, at once, and the nodes exchange
 * what they have counted through the store. While the store does not respond, each node counts alone.
 */
export class SharedLimits {
  readonly #deps: SharedLimitsDeps
  readonly #rates = new Map<string, RateLimiter>()
  readonly #holds = new Map<string, HeldCounts>()
  /** Rings when something is counted, or may be left to exchange. */
  readonly #alarm = createAlarm()
  #nodes = 1
  #isUp = true
  #beatAtMs = Number.NEGATIVE_INFINITY
  #sweptAtMs = performance.now()

  constructor(deps: SharedLimitsDeps) {
    this.#deps = deps
  }

  /**
   * Creates a limit of requests per minute for each caller.
   *
   * @param name - Identifies it among the nodes.
   * @param burst - Requests that a node allows a caller at least, before it has exchanged counts: 2 % of the limit or 3
   *   where that is more. Each node adds as many to the limit.
   */
  rateLimiter(name: string, perMinute: number, burst?: number): RateLimiter {
    const limiter = new RateLimiter(perMinute, burst, this.#alarm.ring)
    this.#rates.set(name, limiter)
    return limiter
  }

  /** Creates a limit of the count that each caller holds at the same time. */
  heldCounts(name: string, max: number): HeldCounts {
    const counts = new HeldCounts(max, this.#alarm.ring)
    this.#holds.set(name, counts)
    return counts
  }

  /** Exchanges counts until `signal` aborts. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.exchange()
        this.#recover()
      } catch (error) {
        this.#countAlone(error)
      }
      const pauseMs = this.#nodes > 1 ? EXCHANGE_MS : BEAT_MS
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
      await this.#alarm.wait(IDLE_BEAT_MS - pauseMs, signal)
    }
    await this.#deps.store.leave().catch(() => undefined)
  }

  /** Exchanges counts once. */
  async exchange(): Promise<void> {
    const { store } = this.#deps
    if (performance.now() - this.#beatAtMs >= BEAT_MS || this.#nodes === 1) await this.#beat()
    if (this.#nodes > 1) {
      await this.#exchangeUsage()
      await this.#exchangeHolds()
    }
    if (performance.now() - this.#sweptAtMs < SWEEP_MS) return
    this.#sweptAtMs = performance.now()
    await store.sweep()
  }

  async #beat(): Promise<void> {
    const { nodes, isNew } = await this.#deps.store.beat()
    this.#beatAtMs = performance.now()
    if (isNew) for (const counts of this.#holds.values()) counts.shareAll()
    this.#setNodes(nodes)
    this.#deps.onNodes(nodes)
  }

  async #exchangeUsage(): Promise<void> {
    const usages = [...this.#rates].flatMap(([name, limiter]) =>
      limiter.takeDue(MAX_CALLERS).map((used) => ({ name, limiter, ...used })),
    )
    if (usages.length > 0) this.#alarm.ring()
    const lefts = await this.#deps.store.exchangeUsage(usages)
    for (const [index, usage] of usages.entries()) {
      usage.limiter.adopt(usage, lefts[index] ?? usage.perMinute, Date.now())
    }
  }

  async #exchangeHolds(): Promise<void> {
    const holds = [...this.#holds].flatMap(([name, counts]) =>
      counts.takeDue(MAX_CALLERS).map((held) => ({ name, counts, ...held })),
    )
    if (holds.length > 0) this.#alarm.ring()
    const others = await this.#deps.store.exchangeHolds(holds)
    for (const [index, { counts, caller }] of holds.entries()) {
      counts.adopt(caller, others[index] ?? 0)
    }
  }

  #setNodes(nodes: number): void {
    this.#nodes = nodes
    for (const limiter of this.#rates.values()) limiter.shareAmong(nodes, Date.now())
    for (const counts of this.#holds.values()) counts.shareAmong(nodes)
  }

  #countAlone(error: unknown): void {
    this.#setNodes(1)
    this.#deps.onNodes(0)
    if (!this.#isUp) return
    this.#isUp = false
    this.#deps.log.warn({ error: errorSummary(error) }, 'shared limits unreachable, counting alone')
  }

  #recover(): void {
    if (this.#isUp) return
    this.#isUp = true
    this.#deps.log.info({ nodes: this.#nodes }, 'shared limits reachable again')
  }
}
