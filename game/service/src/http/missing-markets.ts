import { MISSING_MARKETS_HEADER } from '@bullring/wire/fields'
import type { Context } from 'hono'

/** Dependencies of an operation for one market, or for `ALL` that can respond. */
export type Selected<deps> = {
  selected: deps
  /** Symbols of the markets of `ALL` that cannot respond. */
  missing: readonly string[]
}

/** Documents the header of responses that may cover all markets. */
export const MISSING_MARKETS = {
  [MISSING_MARKETS_HEADER]:
    'For `ALL` only: symbols of the markets that cannot respond now and are left out, separated by commas.',
} as const

/** Names the markets that the response lacks. */
export function reportMissing(c: Context, missing: readonly string[]): void {
  if (missing.length > 0) c.header(MISSING_MARKETS_HEADER, missing.join(','))
}
