/**
 * Formats the countdown as minutes and seconds, never negative; "Waiting" after the close time (R-CLOCK-2
 * to R-CLOCK-4).
 *
 * @param secondsLeft - Time to the lock or close; null after the close time.
 */
export function countdownText(secondsLeft: number | null): string {
  if (secondsLeft === null) return 'Waiting'
  const seconds = Math.max(0, Math.ceil(secondsLeft))
  return `${twoDigits(Math.floor(seconds / 60))}m ${twoDigits(seconds % 60)}s`
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
