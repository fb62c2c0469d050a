/** The specification's intervals fit rounds of 300 s; a round is to be seen at least five times. */
const POLLS_PER_ROUND = 5

/**
 * How often to ask for data that changes with the rounds: never less often than the specification
 * says, and more often where rounds are shorter than its five minutes.
 */
export function pollInterval(specifiedMs: number, intervalSeconds: number): number {
  return Math.min(specifiedMs, (intervalSeconds * 1_000) / POLLS_PER_ROUND)
}
