import { COIN_DECIMALS, formatFixed, PRICE_DECIMALS } from '@bullring/prediction/decimal'
import type { BasisPoints, UnixSeconds } from '@bullring/prediction/units'

/** Decimals on screen: R-PAGE-8. */
const AMOUNT_SHOWN = 4
const BALANCE_SHOWN = 8
const PRICE_SHOWN = 4
const MULTIPLE_SHOWN = 2

/** Smallest price that is not rounded to zero. */
const SMALLEST_SHOWN_PRICE = 10n ** BigInt(PRICE_DECIMALS - PRICE_SHOWN) / 2n

/** Amount in BNB with 4 decimals, without the unit: "0.0500". */
export function formatBnb(wei: bigint): string {
  return formatFixed(wei, COIN_DECIMALS, AMOUNT_SHOWN)
}

/** Balance in BNB with 8 decimals, without the unit. */
export function formatBalance(wei: bigint): string {
  return formatFixed(wei, COIN_DECIMALS, BALANCE_SHOWN)
}

/** Minus sign, as wide as "+", unlike the hyphen. */
const MINUS = '\u2212'

/** Signed amount with 4 decimals: "+0.0500", "−0.0500", "0.0000". */
export function formatSignedBnb(wei: bigint): string {
  const text = formatBnb(wei).replace('-', MINUS)
  return wei > 0n ? `+${text}` : text
}

/** Signed amount of the history with 4 decimals, as R-HISTORY-3 writes it, with a hyphen: "+0.0500", "-0.0500". */
export function formatHistoryBnb(wei: bigint): string {
  return formatSignedBnb(wei).replace(MINUS, '-')
}

/** Price in USD: "$612.3400". */
export function formatPrice(priceE8: bigint): string {
  return `$${formatFixed(priceE8, PRICE_DECIMALS, PRICE_SHOWN)}`
}

/**
 * Signed price change: "+$0.5400", "−$0.5400", "$0.0000". A change too small for 4 decimals still
 * decides a round, so it is shown with all 8: "−$0.00000001".
 */
export function formatPriceChange(changeE8: bigint): string {
  const magnitude = changeE8 < 0n ? -changeE8 : changeE8
  const isTiny = magnitude > 0n && magnitude < SMALLEST_SHOWN_PRICE
  const decimals = isTiny ? PRICE_DECIMALS : PRICE_SHOWN
  const text = `$${formatFixed(magnitude, PRICE_DECIMALS, decimals)}`
  if (changeE8 === 0n) return text
  return changeE8 > 0n ? `+${text}` : `${MINUS}${text}`
}

/** Payout multiple: "1.94x"; a dash for a side without bets. */
export function formatMultiple(multiple: number): string {
  return multiple === 0 ? '\u2013' : `${multiple.toFixed(MULTIPLE_SHOWN)}x`
}

/** A count with the separators of the language: "1,200". */
export function formatCount(count: number, language: string): string {
  return new Intl.NumberFormat(language).format(count)
}

/** Local day and time of day: "Nov 22, 12:05", in the order of the language. */
export function formatDayAndHour(timestamp: UnixSeconds, language: string): string {
  return new Intl.DateTimeFormat(language, {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(timestamp * 1_000)
}

/** Local day: "Nov 22", in the order of the language. */
export function formatDay(timestamp: UnixSeconds, language: string): string {
  const format = new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric' })
  return format.format(timestamp * 1_000)
}

/** Local time of day without seconds: "12:05". */
export function formatHour(timestamp: UnixSeconds): string {
  return formatTime(timestamp).slice(0, '12:05'.length)
}

/** Local time of day on a 24-hour clock: "12:05:00", the same in all languages of the app. */
export function formatTime(timestamp: UnixSeconds): string {
  const { length } = '12:05:00'
  return new Date(timestamp * 1_000).toTimeString().slice(0, length)
}

/** Date and time of day in a language: "14 Jul 2026, 12:05". */
export function formatMoment(timeMs: number, language: string): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
  return format.format(timeMs)
}

/** Local date and time: "22 Nov 2026, 12:05:00", in the form of the language. */
export function formatDateTime(timestamp: UnixSeconds, language: string): string {
  const format = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'medium',
    hourCycle: 'h23',
  })
  return format.format(new Date(timestamp * 1_000))
}

/** Address as its first 6 and last 4 characters. R-PAGE-4. */
export function formatAddress(address: string): string {
  return `${address.slice(0, 6)}\u2026${address.slice(-4)}`
}

/** One whole in basis points. */
const WHOLE = 10_000
/** One percent in basis points. */
const PERCENT = 100

/** Share in percent without trailing zeros, as the language writes it: "2.5%", "2,5 %", "%2,5". */
export function formatPercent(share: BasisPoints, language: string): string {
  // The first Intl formatter of a page takes a slow phone 100 ms, and the start page needs no other.
  if (language === 'en') return `${Number(share) / PERCENT}%`
  const format = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 })
  return format.format(Number(share) / WHOLE)
}

/** Rounds a share from 0 to 1 for display: "39%". Not for amounts of money. */
export function formatShare(share: number, language: string): string {
  return new Intl.NumberFormat(language, { style: 'percent' }).format(share)
}
