import { formatUnits } from '@bullring/prediction/decimal'

const PRICE_DECIMALS = 8

/** Formats an amount exactly, with separators: 1,234.5. */
export function formatAmount(amount: bigint, decimals: number): string {
  const [whole = '0', fraction] = formatUnits(amount, decimals).split('.')
  return fraction === undefined ? group(whole) : `${group(whole)}.${fraction}`
}

/** Formats a small amount such as a fee, rounded up to six decimals: a fee is never understated. */
export function formatFee(amount: bigint, decimals: number): string {
  const step = 10n ** BigInt(Math.max(0, decimals - 6))
  const rounded = ((amount + step - 1n) / step) * step
  return formatAmount(rounded, decimals)
}

/** Formats what a fee is worth in USD, rounded up to a cent: it is never understated. The price has 8 decimals. */
export function formatUsd(amount: bigint, decimals: number, price: bigint): string {
  const cent = 10n ** BigInt(decimals + PRICE_DECIMALS - 2)
  const value = amount * price
  if (value > 0n && value < cent) return '< $0.01'
  const cents = (value + cent - 1n) / cent
  const text = (cents % 100n).toString().padStart(2, '0')
  return `$${group((cents / 100n).toString())}.${text}`
}

function group(digits: string): string {
  return digits.replaceAll(/\B(?=(?:\d{3})+(?!\d))/g, ',')
}
