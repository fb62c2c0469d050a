import { pageLanguage } from '#core/page-language.ts'

/** Formats money: "$1,250" or "$12.50". Text that is not a number stays as it is. */
export function fiatText(amount: string, currency: string): string {
  const value = Number(amount)
  if (!Number.isFinite(value)) return `${amount} ${currency}`
  return formatOf(currency, Number.isInteger(value) ? 0 : 2).format(value)
}

/** Returns the sign of a currency: "$". */
export function fiatSign(currency: string): string {
  const parts = formatOf(currency, 0).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value ?? currency
}

/** Returns the name of a currency in the language of the page: "US Dollar". */
export function fiatName(currency: string): string {
  try {
    return (
      new Intl.DisplayNames(pageLanguage() ?? 'en', { type: 'currency' }).of(currency) ?? currency
    )
  } catch {
    return currency
  }
}

function formatOf(currency: string, digits: number): Intl.NumberFormat {
  const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency, ...decimals })
  } catch {
    return new Intl.NumberFormat('en', decimals)
  }
}
