import { plainText } from '@bullring/wire/text/plain-text'
import { parseAmount } from '#format/parse-amount.ts'

/** Text around a number that does not change its value. */
const AROUND = /^[\p{Extended_Pictographic}\s]+|(?:[\p{Extended_Pictographic}\s]|BNB)+$/giu

/**
 * A whole part in groups of three digits, and decimals. A typed comma has become a point by then: "1.000.50" is one
 * thousand and a half.
 */
const GROUPED = /^(\d{1,3}([ ,.'’])\d{3}(?:\2\d{3})*)(?:(?:[.,](?!\d{3}$)|(?!\2)[.,])(\d+))?$/

/** Returns the amount that a text which is no plain number most probably means; null where that is not clear. */
export function suggestedAmount(typed: string): string | null {
  const text = plainText(typed).replaceAll(AROUND, '')
  const plain = withoutGroups(text) ?? text.replace(',', '.')
  const amount = parseAmount(plain)
  return amount === null || amount === 0n ? null : plain
}

function withoutGroups(text: string): string | null {
  const [, whole, separator, decimals] = GROUPED.exec(text) ?? []
  if (whole === undefined || separator === undefined) return null
  const digits = whole.replaceAll(separator, '')
  return decimals === undefined ? digits : `${digits}.${decimals}`
}
