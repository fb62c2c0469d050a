const DIGITS = 6
const MINUTE_S = 60
const HOUR_S = 3_600

/** Returns an amount in coins with at most six significant digits. */
export function coinsText(coins: number | string): string {
  return Number(coins).toLocaleString('en', { maximumSignificantDigits: DIGITS })
}

/** Returns a count; a dash for one that no service has. */
export function countText(count: number | null): string {
  return count === null ? '–' : Math.round(count).toLocaleString('en')
}

/** Returns how long ago a time is. */
export function agoText(atS: number, nowS: number): string {
  return `${durationText(nowS - atS)} ago`
}

/** Returns a duration in its largest unit. */
export function durationText(seconds: number): string {
  const whole = Math.max(Math.round(seconds), 0)
  if (whole < 2 * MINUTE_S) return `${whole} s`
  if (whole < 2 * HOUR_S) return `${Math.round(whole / MINUTE_S)} min`
  return `${Math.round(whole / HOUR_S)} h`
}

/** Returns the hour and minute of a time, in the operator's zone. */
export function clockText(atS: number): string {
  return new Date(atS * 1_000).toLocaleTimeString('en', {
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  })
}
