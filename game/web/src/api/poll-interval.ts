/** The intervals of R-LIVE-1 fit rounds of 300 s: at least five polls per round. */
const POLLS_PER_ROUND = 5

/**
 * Returns the polling interval in milliseconds for data that changes with the rounds: at most
 * `maxMs` (R-LIVE-1), and less where rounds are shorter than five minutes.
 */
export function pollInterval(maxMs: number, intervalSeconds: number): number {
  return Math.min(maxMs, (intervalSeconds * 1_000) / POLLS_PER_ROUND)
}
