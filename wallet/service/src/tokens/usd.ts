import { formatUnits } from 'viem'

/** USD per whole token, with `USD_DECIMALS` decimals. */
export type UsdPrice = bigint

/** Decimals of a price: enough for tokens of which a quadrillion costs a dollar. */
export const USD_DECIMALS = 30

/** USD prices of one chain. */
export type UsdPrices = {
  /** Null where no price is known. */
  coin: UsdPrice | null
  /** By checksummed address; missing where no price is known. */
  tokens: ReadonlyMap<string, UsdPrice>
}

export const NO_PRICES: UsdPrices = { coin: null, tokens: new Map() }

/** Converts a price or a value to the number of the wire format. */
export function toUsdNumber(usd: bigint): number {
  return Number(formatUnits(usd, USD_DECIMALS))
}

/** Returns the value of `amount`, in the smallest units, in USD with `USD_DECIMALS` decimals. */
export function usdValue(amount: bigint, decimals: number, price: UsdPrice): bigint {
  return (amount * price) / 10n ** BigInt(decimals)
}
