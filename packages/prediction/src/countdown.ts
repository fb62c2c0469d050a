/**
 * Text of the clock: minutes and seconds, never negative; "Waiting" once the close time has passed.
 * Spec, section 4.
 *
 * @param secondsLeft - To the lock or close time; null once the close time has passed.
 */
export function countdownText(secondsLeft: number | null): string {
  if (secondsLeft === null) return 'Waiting'
  const seconds = Math.max(0, Math.ceil(secondsLeft))
  return `${twoDigits(Math.floor(seconds / 60))}m ${twoDigits(seconds % 60)}s`
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
