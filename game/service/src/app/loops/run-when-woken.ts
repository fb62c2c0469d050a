import { setTimeout as sleep } from 'node:timers/promises'

export type WakeUpOptions = {
  /** Calls `onChange` when a step is due, until `signal` aborts. */
  listen: (onChange: () => void, signal: AbortSignal) => Promise<void>
  signal: AbortSignal
}

/**
 * Repeats `step`, one at a time, whenever it is due, until `signal` aborts. Ends when a step throws.
 *
 * @param step - Returns after how many milliseconds the next is due even if nothing wakes it.
 */
export async function runWhenWoken(
  step: () => Promise<number>,
  { listen, signal }: WakeUpOptions,
): Promise<void> {
  const ending = new AbortController()
  const either = AbortSignal.any([signal, ending.signal])
  let woken = Promise.withResolvers<void>()
  const listening = listen(() => woken.resolve(), either)
  try {
    while (!signal.aborted) {
      woken = Promise.withResolvers()
      const dueMs = await step()
      await Promise.race([woken.promise, rest(dueMs, either)])
    }
  } finally {
    ending.abort()
    await listening
  }
}

function rest(ms: number, signal: AbortSignal): Promise<void> {
  return sleep(ms, undefined, { signal }).catch(() => undefined)
}
