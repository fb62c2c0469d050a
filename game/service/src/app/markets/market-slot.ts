import { setTimeout as sleep } from 'node:timers/promises'
import { errorSummary } from '@bullring/server/error-summary'
import type { Logger } from 'pino'
import { NotIndexedError } from '../../indexer/errors.ts'
import type { MarketConfig } from '../../market-config.ts'
import type { Market } from './market.ts'

/** A market that failed is opened again after this time. */
const RETRY_MS = 10_000

/** Interval in which a process without the role index looks for the market. */
const WAIT_MS = 500

export type MarketSlotDeps = {
  config: MarketConfig
  log: Logger
  open: () => Promise<Market>
  /** Whether the process serves no other market, and ends when this one fails. */
  isAlone: boolean
}

/**
 * A configured market, open or not. Where there are several, one that fails is closed and opened again, while the others
 * go on.
 */
export class MarketSlot {
  readonly config: MarketConfig
  readonly #deps: MarketSlotDeps
  #market: Market | null = null
  #problem: string | null = null

  constructor(deps: MarketSlotDeps) {
    this.#deps = deps
    this.config = deps.config
  }

  /** Null while it is not open. */
  get market(): Market | null {
    return this.#market
  }

  /** Reason why the market is closed; null while it is open. */
  get problem(): string | null {
    return this.#problem
  }

  /** Connects to contract and database. Rejects as `openMarket` does. */
  async open(): Promise<void> {
    try {
      this.#market = await this.#deps.open()
      this.#problem = null
    } catch (error) {
      if (error instanceof NotIndexedError) this.#problem = error.message
      else this.#fail(error)
      throw error
    }
  }

  /**
   * Runs the loops until `signal` aborts.
   *
   * @returns `ready`, once the index is at the head of the chain or the market has failed, and `running`, which rejects
   *   when the only market of the process fails.
   */
  run(signal: AbortSignal): { ready: Promise<void>; running: Promise<void> } {
    const { promise: ready, resolve } = Promise.withResolvers<void>()
    const running = this.#runAgain(signal, resolve)
    return { ready: Promise.race([ready, running]), running }
  }

  /** Ends the live connections. */
  async close(): Promise<void> {
    await this.#market?.live.hub.close()
  }

  async #runAgain(signal: AbortSignal, onReady: () => void): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.#runOnce(signal, onReady)
      } catch (error) {
        if (error instanceof NotIndexedError) await wait(WAIT_MS, signal)
        else await this.#retryLater(error, signal, onReady)
      }
    }
  }

  async #retryLater(error: unknown, signal: AbortSignal, onReady: () => void): Promise<void> {
    this.#fail(error)
    if (this.#deps.isAlone) throw error
    onReady()
    await wait(RETRY_MS, signal)
  }

  async #runOnce(signal: AbortSignal, onReady: () => void): Promise<void> {
    if (this.#market === null) await this.open()
    if (this.#market === null) return
    const failing = new AbortController()
    const running = this.#market.run(AbortSignal.any([signal, failing.signal]))
    try {
      await running.ready
      if (!signal.aborted) onReady()
      await running.running
    } catch (error) {
      failing.abort()
      await running.running.catch(() => undefined)
      throw error
    }
  }

  #fail(error: unknown): void {
    void this.close()
    this.#market = null
    this.#problem = error instanceof Error ? error.message : String(error)
    if (this.#deps.isAlone) return
    const { log, config } = this.#deps
    log.error({ symbol: config.symbol, error: errorSummary(error) }, 'market failed')
  }
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return sleep(ms, undefined, { signal }).catch(() => undefined)
}
