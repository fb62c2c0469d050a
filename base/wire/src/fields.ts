import type { Address, Hex } from 'viem'
import { getAddress, isAddress } from 'viem/utils'
import * as z from 'zod/mini'

/** Exact decimal text: money in BNB (up to 18 decimals) or a price in USD (up to 8). May be negative. */
export const Decimal = z.string().check(z.regex(/^-?\d+(\.\d+)?$/, 'not a decimal number'))

/** EVM address in any letter case, parsed to its EIP-55 checksum form (R-API-2). */
export const AddressField = z.pipe(
  z.string().check(z.refine((value) => isAddress(value, { strict: false }), 'not an EVM address')),
  z.transform((value: string): Address => getAddress(value)),
)

/** Address in a response: already checksummed. */
export const ChecksumAddress = hexText(/^0x/)

/** 32-byte hash, 0x and 64 hex digits (R-RPC-14). */
export const HashField = hexText(/^0x[0-9a-f]{64}$/)

/** Zod's template literals have this type too: half a kilobyte of the client. */
function hexText(pattern: RegExp): z.ZodMiniType<Hex, Hex> {
  return z.string().check(z.regex(pattern)) as z.ZodMiniType<Hex, Hex>
}

/** Round number, from 1. */
export const EpochField = z.int().check(z.positive())

/** Seconds since 1970-01-01 UTC. */
export const TimestampField = z.int().check(z.nonnegative())

/** The market of a request that names none (R-API-1). */
export const DEFAULT_SYMBOL = 'BNB'

/** Symbol that selects all markets, in requests for sums or lists. No market may use it. */
export const ALL_MARKETS = 'ALL'

/** Response header that names the markets of `ALL` which the response lacks, separated by commas. */
export const MISSING_MARKETS_HEADER = 'missing-markets'

/** Symbol of a market in a response. */
export const SymbolText = z.string()

/** Symbol of a market. The service decides whether the market exists. */
export const SymbolField = z._default(
  z.string().check(z.minLength(1), z.maxLength(16), z.regex(/^[A-Za-z0-9]+$/, 'not a symbol')),
  DEFAULT_SYMBOL,
)

/** An invitation code: 4 to 40 letters, digits, hyphens or underscores. */
export const ReferCodeField = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{4,40}$/, 'not an invitation code'))
