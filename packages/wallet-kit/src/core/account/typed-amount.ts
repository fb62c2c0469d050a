const DECIMAL = /^\d*\.?\d*$/

/**
 * Returns what an amount field shows for typed or pasted text: a decimal comma becomes a point, spaces are
 * dropped. Anything that is not one plain decimal number, such as "1,000.50", is returned unchanged so that it
 * can be rejected: with two separators, the visitor may mean either.
 */
export function typedAmount(typed: string): string {
  const text = typed.replaceAll(/\s/g, '').replace(',', '.')
  return DECIMAL.test(text) ? text.replace(/^\./, '0.') : typed
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
