import { setTimeout as sleep } from 'node:timers/promises'

/** When the next step is due: at once, after the usual pause, or later each time until all is well again. */
export type NextStep = 'at-once' | 'soon' | 'later'

export type FollowOptions = {
  /** The usual pause between two steps. */
  pollIntervalMs: number
  /** The longest pause after failures. */
  maxPauseMs?: number
  /** Told of a step that threw, and how many in a row were in vain. What it throws ends the loop. */
  onFailure: (error: unknown, failures: number) => void
}

const MAX_PAUSE_MS = 5_000

/**
 * Takes one step after the other until `signal` aborts, then returns. A step that throws, or says "later",
 * is tried again after twice the pause of the time before.
 */
export async function followChain(
  step: () => Promise<NextStep>,
  { pollIntervalMs, maxPauseMs = MAX_PAUSE_MS, onFailure }: FollowOptions,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    let next: NextStep = 'later'
    try {
      next = await step()
    } catch (error) {
      if (signal.aborted) return
      onFailure(error, failures + 1)
    }
    failures = next === 'later' ? failures + 1 : 0
    if (next === 'at-once') continue
    const pauseMs =
      next === 'soon' ? pollIntervalMs : Math.min(pollIntervalMs * 2 ** failures, maxPauseMs)
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
  }
}
