import { formatUnits, parseUnits } from 'viem/utils'

const DECIMAL = /^\d*\.?\d*$/

/** An amount with at most `places` decimals, cut and never rounded up: nobody is shown more than there is. */
export function amountText(amount: bigint, decimals: number, places: number): string {
  const [whole = '0', fraction = ''] = formatUnits(amount, decimals).split('.')
  const shown = fraction.slice(0, places).replace(/0+$/, '')
  if (whole === '0' && shown === '' && amount > 0n) return `<${smallest(places)}`
  return shown === '' ? whole : `${whole}.${shown}`
}

function smallest(places: number): string {
  return places === 0 ? '1' : `0.${'0'.repeat(places - 1)}1`
}

/** Worth in US dollars, "$1,234.50"; null where no price is known. */
export function usdText(amount: bigint, decimals: number, price: number | null): string | null {
  if (price === null) return null
  const worth = Number(formatUnits(amount, decimals)) * price
  if (worth > 0 && worth < 0.01) return '<$0.01'
  return USD.format(worth)
}

const USD = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' })

/** What remains of typed text in a field for amounts: digits and one point; a comma counts as one. */
export function cleanAmount(typed: string, before: string): string {
  const text = typed.replaceAll(',', '.').replaceAll(/\s/g, '')
  return DECIMAL.test(text) ? text.replace(/^\./, '0.') : before
}

/** Typed text in the smallest unit; null when it is no number or finer than the coin can be divided. */
export function parseAmount(text: string, decimals: number): bigint | null {
  if (!DECIMAL.test(text) || text === '' || text === '.') return null
  const [, fraction = ''] = text.split('.')
  if (fraction.length > decimals) return null
  return parseUnits(text, decimals)
}
