import { parseAmount } from '#core/account/amount/typed-amount.ts'
import type { BuyFiat } from './buy-offer.ts'

/** Decimals of the currencies that providers take. */
const FIAT_DECIMALS = 2

/** Reason why the visitor cannot buy for an amount. */
export type BuyProblem = 'enterAmount' | 'incorrectAmount' | 'belowMinimum' | 'aboveMaximum'

/** Returns the limits of one payment across all methods, as decimal text. */
export function limitsOf({ payment_method_limits: limits }: BuyFiat): { min: string; max: string } {
  const least = limits.toSorted((one, other) => Number(one.min) - Number(other.min))[0]?.min
  const most = limits.toSorted((one, other) => Number(other.max) - Number(one.max))[0]?.max
  return { min: least ?? '0', max: most ?? `${Number.MAX_SAFE_INTEGER}` }
}

/** Returns the problem with a typed amount; null without one. */
export function buyProblem(amount: string, fiat: BuyFiat): BuyProblem | null {
  if (amount === '') return 'enterAmount'
  const cents = parseAmount(amount, FIAT_DECIMALS)
  if (cents === null) return 'incorrectAmount'
  const { min, max } = limitsOf(fiat)
  if (cents < (parseAmount(min, FIAT_DECIMALS) ?? 0n)) return 'belowMinimum'
  const most = parseAmount(max, FIAT_DECIMALS)
  return most !== null && cents > most ? 'aboveMaximum' : null
}
