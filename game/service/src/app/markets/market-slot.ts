import { setTimeout as sleep } from 'node:timers/promises'
import { errorSummary } from '@bullring/server/error-summary'
import type { Logger } from 'pino'
import type { Databases } from '../../db/open-databases.ts'
import { NotIndexedError } from '../../indexer/errors.ts'
import type { MarketConfig } from '../../market-config.ts'
import { startMarket } from '../loops/market-loops.ts'
import type { MarketRuntime } from './market-runtime.ts'

/** A market that failed is opened again after this time. */
const RETRY_MS = 10_000

/** How often a process without the role index looks for the market. */
const WAIT_MS = 500

export type MarketSlotDeps = {
  marketConfig: MarketConfig
  log: Logger
  databases: Databases
  open: (slot: { marketConfig: MarketConfig; databases: Databases }) => Promise<MarketRuntime>
  /** Whether the process serves no other market, and ends when this one fails. */
  isAlone: boolean
}

/**
 * A configured market, open or not. Where there are several, one that fails is closed and opened again, while the others
 * go on.
 */
export class MarketSlot {
  readonly marketConfig: MarketConfig
  readonly #deps: MarketSlotDeps
  #runtime: MarketRuntime | null = null
  #problem: string | null = null

  constructor(deps: MarketSlotDeps) {
    this.#deps = deps
    this.marketConfig = deps.marketConfig
  }

  /** Null while it is not open. */
  get runtime(): MarketRuntime | null {
    return this.#runtime
  }

  /** Why the market is closed; null while it is open. */
  get problem(): string | null {
    return this.#problem
  }

  /** Connects to contract and database. Rejects as `openMarket` does. */
  async open(): Promise<void> {
    try {
      this.#runtime = await this.#deps.open(this.#deps)
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
    await this.#runtime?.live.hub.close()
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
    if (this.#runtime === null) await this.open()
    if (this.#runtime === null) return
    const failing = new AbortController()
    const market = startMarket(this.#runtime, AbortSignal.any([signal, failing.signal]))
    try {
      await market.ready
      if (!signal.aborted) onReady()
      await market.running
    } catch (error) {
      failing.abort()
      await market.running.catch(() => undefined)
      throw error
    }
  }

  #fail(error: unknown): void {
    void this.close()
    this.#runtime = null
    this.#problem = error instanceof Error ? error.message : String(error)
    if (this.#deps.isAlone) return
    const { log, marketConfig } = this.#deps
    log.error({ symbol: marketConfig.symbol, error: errorSummary(error) }, 'market failed')
  }
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return sleep(ms, undefined, { signal }).catch(() => undefined)
}
