import { setTimeout as sleep } from 'node:timers/promises'

/** Less than the 30 seconds after which apps give up. */
const WAIT_MS = 25_000
const POLL_MS = 1_000

/** Reads a state until it is no longer `pending`, for 25 seconds at most or until `signal` aborts. */
export async function pollUntilDecided<state extends string>(
  readState: () => Promise<state>,
  signal: AbortSignal,
): Promise<state> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)])
  for (;;) {
    const state = await readState()
    if (state !== 'pending' || limited.aborted) return state
    await sleep(POLL_MS, undefined, { signal: limited }).catch(() => undefined)
  }
}
