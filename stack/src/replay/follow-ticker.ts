import { setTimeout as sleep } from 'node:timers/promises'
import { type PriceE8, toPriceE8 } from '@bullring/prediction/units'
import { parseUnits } from 'viem'
import * as z from 'zod/mini'

export type TickerDeps = {
  /** Ticker of an exchange: its JSON has a decimal `price`. */
  url: string
  /** Called with each price in dollars. */
  send: (price: PriceE8) => Promise<unknown>
  report: (error: unknown) => void
  intervalMs?: number
}

/** An oracle on a public chain answers about every 30 s; rounds of a local chain are shorter. */
const INTERVAL_MS = 3_000
const TIMEOUT_MS = 5_000
const PRICE_DECIMALS = 8

const Ticker = z.object({ price: z.string().check(z.regex(/^\d{1,12}(\.\d{1,18})?$/)) })

/** Sends the price of an exchange every few seconds until `signal` aborts. A failed request is reported and skipped. */
export async function followTicker(
  { url, send, report, intervalMs = INTERVAL_MS }: TickerDeps,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await send(await readTicker(url, signal))
    } catch (error) {
      if (!signal.aborted) report(error)
    }
    await sleep(intervalMs, undefined, { signal }).catch(() => undefined)
  }
}

async function readTicker(url: string, signal: AbortSignal): Promise<PriceE8> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
  const response = await fetch(url, { signal: limited, headers: { accept: 'application/json' } })
  if (!response.ok) throw new Error(`The exchange responded with status ${response.status}.`)
  const price = parseUnits(z.parse(Ticker, await response.json()).price, PRICE_DECIMALS)
  if (price === 0n) throw new Error('The exchange responded with a price of 0.')
  return toPriceE8(price)
}
