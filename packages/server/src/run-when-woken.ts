import { setTimeout as sleep } from 'node:timers/promises'

export type WakeUpOptions = {
  /** Time after which a step is due even if nothing woke it. */
  recheckMs: number
  /** Calls `onChange` when a step is due, until `signal` aborts. */
  listen: (onChange: () => void, signal: AbortSignal) => Promise<void>
  signal: AbortSignal
}

/** Repeats `step`, one at a time, whenever it is due, until `signal` aborts. Ends when a step throws. */
export async function runWhenWoken(
  step: () => Promise<void>,
  { recheckMs, listen, signal }: WakeUpOptions,
): Promise<void> {
  const ending = new AbortController()
  const either = AbortSignal.any([signal, ending.signal])
  let woken = Promise.withResolvers<void>()
  const listening = listen(() => woken.resolve(), either)
  try {
    while (!signal.aborted) {
      woken = Promise.withResolvers()
      await step()
      await Promise.race([woken.promise, recheck(recheckMs, either)])
    }
  } finally {
    ending.abort()
    await listening
  }
}

function recheck(ms: number, signal: AbortSignal): Promise<void> {
  return sleep(ms, undefined, { signal }).catch(() => undefined)
}
