import { setTimeout as sleep } from 'node:timers/promises'
import { type PriceE8, toPriceE8 } from '@bullring/prediction/units'
import { readTicker } from '@bullring/server/read-ticker'

export type TickerDeps = {
  /** Ticker of an exchange, with `{symbol}` for the coin. */
  url: string
  symbol: string
  /** Called with each price in dollars. */
  send: (price: PriceE8) => Promise<unknown>
  report: (error: unknown) => void
  intervalMs?: number
}

/** An oracle on a public chain answers about every 30 s; rounds of a local chain are shorter. */
const INTERVAL_MS = 3_000
const TIMEOUT_MS = 5_000

/** Sends the price of an exchange every few seconds until `signal` aborts. A failed request is reported and skipped. */
export async function followTicker(
  { url, symbol, send, report, intervalMs = INTERVAL_MS }: TickerDeps,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await send(toPriceE8(await readTicker({ url, symbol, timeoutMs: TIMEOUT_MS, signal })))
    } catch (error) {
      if (!signal.aborted) report(error)
    }
    await sleep(intervalMs, undefined, { signal }).catch(() => undefined)
  }
}
