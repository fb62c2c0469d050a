import { setTimeout as sleep } from 'node:timers/promises'

/** When the next step is due: at once, after the poll interval, or after an exponential backoff. */
export type NextStep = 'at-once' | 'soon' | 'later'

export type FollowOptions = {
  /** Delay between two steps. */
  pollIntervalMs: number
  /** Waits for the next step after one that returned `soon`, instead of for `pollIntervalMs`. */
  waitForNext?: (signal: AbortSignal) => Promise<void>
  /** Longest delay after failures. */
  maxPauseMs?: number
  /** Called when a step throws, with the number of consecutive failures. Rethrow to stop the loop. */
  onFailure: (error: unknown, failures: number) => void
}

const MAX_PAUSE_MS = 5_000

/**
 * Repeats `step` until `signal` aborts, then returns. The delay doubles with each consecutive step that
 * throws or returns `later`.
 */
export async function followChain(
  step: () => Promise<NextStep>,
  { pollIntervalMs, waitForNext, maxPauseMs = MAX_PAUSE_MS, onFailure }: FollowOptions,
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
    if (next === 'soon' && waitForNext !== undefined) {
      await waitForNext(signal)
      continue
    }
    const pauseMs =
      next === 'soon' ? pollIntervalMs : Math.min(pollIntervalMs * 2 ** failures, maxPauseMs)
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
  }
}
