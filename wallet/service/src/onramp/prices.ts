import { formatUnits, parseUnits } from 'viem'
import { COIN_DECIMALS } from '../chain/rpc-client.ts'

/** Limits of one card payment, in USD (R-ONRAMP-2). */
export const CARD_LIMITS = { min: '10.00', max: '7500.00' } as const

const CENTS = 2

/** A feed's price has 8 decimals. */
const PRICE_DECIMALS = 8

/** Returns the amount with cents, such as `12.50`; null when it is not one or is out of range. */
export function fiatAmount(typed: string): string | null {
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(typed)) return null
  const cents = parseUnits(typed, CENTS)
  const isInRange =
    cents >= parseUnits(CARD_LIMITS.min, CENTS) && cents <= parseUnits(CARD_LIMITS.max, CENTS)
  return isInRange ? (Number(cents) / 100).toFixed(CENTS) : null
}

/**
 * Returns the cost of an amount of coins, in USD with cents, rounded up.
 *
 * @param coins - Whole coins.
 * @param price - USD per coin.
 */
export function costOf(coins: string, price: number): string {
  const cost =
    parseUnits(coins, COIN_DECIMALS) * parseUnits(price.toFixed(PRICE_DECIMALS), PRICE_DECIMALS)
  const perCent = 10n ** BigInt(COIN_DECIMALS + PRICE_DECIMALS - CENTS)
  return formatUnits((cost + perCent - 1n) / perCent, CENTS)
}

/**
 * Returns the coins that an amount buys, rounded down, in whole coins.
 *
 * @param fiat - USD with cents.
 * @param price - USD per coin.
 */
export function coinsFor(fiat: string, price: number): string {
  const cost = parseUnits(fiat, COIN_DECIMALS + PRICE_DECIMALS)
  const perCoin = parseUnits(price.toFixed(PRICE_DECIMALS), PRICE_DECIMALS)
  return formatUnits(cost / perCoin, COIN_DECIMALS)
}
