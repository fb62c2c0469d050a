const SECONDS_PER_MINUTE = 60

/** Time left as minutes and seconds, never negative: "0:47". */
export function formatTimeLeft(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds))
  const rest = String(left % SECONDS_PER_MINUTE).padStart(2, '0')
  return `${Math.floor(left / SECONDS_PER_MINUTE)}:${rest}`
}
