import { formatUnits } from 'viem/utils'

/** Formats an amount with at most `places` decimals, rounded down so that it is never overstated. */
export function amountText(amount: bigint, decimals: number, places: number): string {
  return decimalText(formatUnits(amount, decimals), places)
}

/** Cuts a decimal number that is not negative to at most `places` decimals, like `amountText`. */
export function decimalText(numeric: string, places: number): string {
  const [whole = '0', fraction = ''] = numeric.split('.')
  const shown = fraction.slice(0, places).replace(/0+$/, '')
  if (shown !== '') return `${whole}.${shown}`
  return whole === '0' && /[1-9]/.test(fraction) ? `<${smallest(places)}` : whole
}

function smallest(places: number): string {
  return places === 0 ? '1' : `0.${'0'.repeat(places - 1)}1`
}

/** Formats a value in US dollars, "$1,234.50"; null without a price. */
export function usdText(amount: bigint, decimals: number, price: number | null): string | null {
  if (price === null) return null
  return formatUsd(Number(formatUnits(amount, decimals)) * price)
}

/** Bound of plausible amounts. Larger ones are mistyped, or the price of a worthless token. */
const TOO_MANY_DOLLARS = 1e12

/** Formats US dollars: "$1,234.50". */
export function formatUsd(dollars: number): string {
  if (dollars >= TOO_MANY_DOLLARS) return '>$999,999,999,999'
  return dollars > 0 && dollars < 0.01 ? '<$0.01' : USD.format(dollars)
}

const USD = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' })
