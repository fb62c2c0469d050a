import { InvalidDecimalError } from '../errors.ts'

/** Decimals of the native coin: 1 BNB = 10^18 wei. */
export const COIN_DECIMALS = 18

/** Decimals of the oracle's answers. */
export const PRICE_DECIMALS = 8

/**
 * Formats a scaled integer exactly, without trailing zeros: `formatUnits(1_500n, 3)` is "1.5".
 *
 * @param decimals - Number of decimals `value` carries.
 */
export function formatUnits(value: bigint, decimals: number): string {
  const sign = value < 0n ? '-' : ''
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = withoutTrailingZeros(digits.slice(digits.length - decimals))
  return fraction === '' ? `${sign}${whole}` : `${sign}${whole}.${fraction}`
}

/**
 * Parses a decimal text into a scaled integer: `parseUnits('1.5', 3)` is `1_500n`.
 *
 * @throws {InvalidDecimalError} when `text` is not a plain decimal number or has too many decimals.
 */
export function parseUnits(text: string, decimals: number): bigint {
  const match = /^(-?)(\d*)(?:\.(\d*))?$/.exec(text.trim())
  const whole = match?.[2] ?? ''
  const fraction = withoutTrailingZeros(match?.[3] ?? '')
  if (match === null || (whole === '' && (match[3] ?? '') === '') || fraction.length > decimals) {
    throw new InvalidDecimalError(text, decimals)
  }
  const value = BigInt(`${whole || '0'}${fraction.padEnd(decimals, '0')}`)
  return match[1] === '-' ? -value : value
}

/** A regular expression would take quadratic time for zeros before another digit. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end -= 1
  return digits.slice(0, end)
}

/**
 * Formats a scaled integer with a fixed number of decimals, rounded half away from zero, for display.
 *
 * @param decimals - Number of decimals `value` carries.
 * @param shown - Number of decimals to show, at most `decimals`.
 */
export function formatFixed(value: bigint, decimals: number, shown: number): string {
  const unit = 10n ** BigInt(decimals - shown)
  const magnitude = value < 0n ? -value : value
  const rounded = (magnitude + unit / 2n) / unit
  const digits = rounded.toString().padStart(shown + 1, '0')
  const sign = value < 0n && rounded > 0n ? '-' : ''
  const whole = digits.slice(0, digits.length - shown)
  return shown === 0 ? `${sign}${whole}` : `${sign}${whole}.${digits.slice(-shown)}`
}
