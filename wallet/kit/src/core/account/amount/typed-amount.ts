import { plainText } from '@bullring/wire/text/plain-text'

const DECIMAL = /^\d*\.?\d*$/

/** A whole part in groups of three digits, such as "1 000 000". */
const GROUPS = /^\d{1,3}(?:\s\d{3})+(?=[.,]|$)/

/**
 * Returns the content of an amount field for typed or pasted text: digits and stops of other scripts become those of
 * ASCII, a decimal comma becomes a point, spaces around the number and between thousands are dropped. Anything that is not
 * one plain decimal number is returned unchanged so that it can be rejected: with two separators, as in "1,000.50", or two
 * numbers, the visitor may mean either.
 */
export function typedAmount(typed: string): string {
  const text = plainText(typed).trim().replace(GROUPS, withoutSpaces).replace(',', '.')
  return DECIMAL.test(text) ? text.replace(/^\./, '0.') : typed
}

function withoutSpaces(text: string): string {
  return text.replaceAll(/\s/g, '')
}

/** Parses the text of an amount field into the smallest unit; null if it is not a number or has too many decimals. */
export function parseAmount(text: string, decimals: number): bigint | null {
  if (!DECIMAL.test(text) || text === '' || text === '.') return null
  const [whole = '', fraction = ''] = text.split('.')
  if (fraction.length > decimals) return null
  return BigInt(`${whole}${fraction.padEnd(decimals, '0')}` || '0')
}

/** Returns true for a decimal number that is not negative, such as a service's amounts. */
export function isDecimal(text: string): boolean {
  return /^\d{1,30}(\.\d{1,30})?$/.test(text)
}
