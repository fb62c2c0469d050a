import { parseUnits } from 'viem'
import * as z from 'zod/mini'
import { UnusableResponseError } from './http/errors/errors.ts'
import { guardedFetch } from './http/outgoing/guarded-fetch.ts'

/** A ticker that the operator named. */
export type TickerOptions = {
  /** Ticker of an exchange, with `{symbol}` for the coin: its JSON has a decimal `price`. */
  url: string
  symbol: string
  timeoutMs: number
  signal: AbortSignal
}

const MAX_BYTES = 64 * 1_024
const PRICE_DECIMALS = 8

const Ticker = z.object({ price: z.string().check(z.regex(/^\d{1,12}(\.\d{1,18})?$/)) })

/**
 * Returns the price of an exchange in dollars with 8 decimals, above 0.
 *
 * @throws {UnusableResponseError} when the exchange responds with anything else.
 */
export async function readTicker({
  url,
  symbol,
  timeoutMs,
  signal,
}: TickerOptions): Promise<bigint> {
  const target = url.replaceAll('{symbol}', symbol)
  const options = { isConfigured: true, timeoutMs, maxBytes: MAX_BYTES, signal }
  const price = toPrice(await guardedFetch(target, options))
  if (price === 0n) throw new UnusableResponseError('it has no price above 0')
  return price
}

function toPrice(text: string): bigint {
  try {
    return parseUnits(z.parse(Ticker, JSON.parse(text)).price, PRICE_DECIMALS)
  } catch {
    throw new UnusableResponseError('it has no decimal price')
  }
}
