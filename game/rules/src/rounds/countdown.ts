import type { UnixSeconds } from '../amounts/units.ts'

/**
 * Formats the countdown as minutes and seconds, never negative (R-CLOCK-1, R-CLOCK-4).
 *
 * @param secondsLeft - Time to the lock or close.
 */
export function countdownText(secondsLeft: number): string {
  const seconds = Math.max(0, Math.ceil(secondsLeft))
  return `${twoDigits(Math.floor(seconds / 60))}m ${twoDigits(seconds % 60)}s`
}

/**
 * Returns the seconds from `now` to the strike time of a lock, from which on an oracle answer counts
 * (R-ROUND-9). Null before the lock and from the strike time on.
 */
export function secondsToStrike(
  lock: UnixSeconds,
  strikeDelay: number,
  now: UnixSeconds,
): number | null {
  const left = lock + strikeDelay - now
  return now >= lock && left > 0 ? left : null
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
