import { setTimeout as sleep } from 'node:timers/promises'
import { type PriceE8, toPriceE8 } from '@bullring/prediction/units'
import { errorSummary } from '@bullring/server/error-summary'
import { readTicker } from '@bullring/server/read-ticker'
import type { Logger } from 'pino'

export type TickerDeps = {
  /** Ticker of an exchange, with `{symbol}` for the coin. */
  url: string
  symbol: string
  /** False while no visitor would see a price: the exchange is not asked then. */
  isWatched: () => boolean
  send: (price: PriceE8) => Promise<unknown>
  log: Logger
  intervalMs?: number
}

const INTERVAL_MS = 1_000
/** A later price is of no use. */
const TIMEOUT_MS = 2_000
/** Longest time between two requests to an exchange that does not respond, as a multiple of the interval. */
const MAX_BACKOFF = 16

/** Sends the price of an exchange once a second until `signal` aborts. A failed request sends nothing, and delays the next. */
export async function followTicker(
  { url, symbol, isWatched, send, log, intervalMs = INTERVAL_MS }: TickerDeps,
  signal: AbortSignal,
): Promise<void> {
  let backoff = 1
  const step = async () => {
    try {
      await send(toPriceE8(await readTicker({ url, symbol, timeoutMs: TIMEOUT_MS, signal })))
      if (backoff > 1) log.info('the ticker responds again')
      backoff = 1
    } catch (error) {
      if (signal.aborted) return
      if (backoff === 1) log.warn({ error: errorSummary(error) }, 'the ticker does not respond')
      backoff = Math.min(2 * backoff, MAX_BACKOFF)
    }
  }
  while (!signal.aborted) {
    const startedMs = performance.now()
    if (isWatched()) await step()
    const restMs = startedMs + backoff * intervalMs - performance.now()
    await sleep(Math.max(0, restMs), undefined, { signal }).catch(() => undefined)
  }
}
