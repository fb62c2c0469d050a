import type { DeviceChanges } from './db/device-changes.ts'

/** Less than the 30 seconds after which apps give up. */
const WAIT_MS = 25_000

/** Interval at which a state is read without a notification: it may expire, and a notification may get lost. */
const REREAD_MS = 10_000

export type DecisionWait<state extends string> = {
  deviceChanges: Pick<DeviceChanges, 'next'>
  deviceId: string
  readState: () => Promise<state>
  /** In milliseconds. */
  rereadMs?: number
  /** In milliseconds. */
  waitMs?: number
}

/** Reads a state until it is no longer `pending`, for 25 seconds at most or until `signal` aborts. */
export async function waitUntilDecided<state extends string>(
  {
    deviceChanges,
    deviceId,
    readState,
    rereadMs = REREAD_MS,
    waitMs = WAIT_MS,
  }: DecisionWait<state>,
  signal: AbortSignal,
): Promise<state> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(waitMs)])
  for (;;) {
    const decided = new AbortController()
    const end = AbortSignal.any([limited, decided.signal, AbortSignal.timeout(rereadMs)])
    // Before the state is read, so that no change is missed.
    const changed = deviceChanges.next(deviceId, end)
    try {
      const state = await readState()
      if (state !== 'pending' || limited.aborted) return state
      await changed
    } finally {
      decided.abort()
    }
  }
}
