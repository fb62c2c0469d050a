/** Wakes a loop when there is work. */
export type Alarm = {
  ring: () => void
  /** Waits for a ring, for at most `ms`, or until `signal` aborts. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Creates an alarm. A ring while no one waits ends the next wait at once. */
export function createAlarm(): Alarm {
  let ringing = Promise.withResolvers<void>()
  return {
    ring: () => ringing.resolve(),
    wait: async (ms, signal) => {
      const end = Promise.withResolvers<void>()
      const timer = setTimeout(end.resolve, ms)
      const onAbort = () => end.resolve()
      signal.addEventListener('abort', onAbort)
      if (signal.aborted) onAbort()
      await Promise.race([ringing.promise, end.promise])
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      ringing = Promise.withResolvers()
    },
  }
}
