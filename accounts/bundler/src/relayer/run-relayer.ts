import { setTimeout as sleep } from 'node:timers/promises'
import type { RelayerDeps } from './relayer.ts'
import { runEach } from './run-each.ts'
import { sendAccepted } from './send-accepted.ts'
import { settleSent } from './settle-sent.ts'

/** Wakes the relayer when there is something to send. */
export type Alarm = { ring: () => void; wait: (ms: number, signal: AbortSignal) => Promise<void> }

/** Creates an alarm. A ring while no one waits ends the next wait at once. */
export function createAlarm(): Alarm {
  let ringing = Promise.withResolvers<void>()
  return {
    ring: () => ringing.resolve(),
    wait: async (ms, signal) => {
      await Promise.race([ringing.promise, sleep(ms, undefined, { signal }).catch(() => undefined)])
      ringing = Promise.withResolvers()
    },
  }
}

/**
 * Sends accepted operations and settles sent ones, until `signal` aborts. Several processes may do so at once.
 *
 * @param onFailure - Called with the error of a step, and the number of consecutive failures.
 */
export async function runRelayer(
  deps: RelayerDeps,
  options: {
    pollIntervalMs: number
    alarm: Alarm
    onFailure: (error: unknown, failures: number) => void
  },
  signal: AbortSignal,
): Promise<void> {
  let failures = 0
  let isFirst = true
  while (!signal.aborted) {
    try {
      await runEach([() => sendAccepted(deps), () => settleSent(deps, isFirst)], (step) => step())
      failures = 0
      isFirst = false
    } catch (error) {
      if (signal.aborted) return
      failures += 1
      options.onFailure(error, failures)
    }
    await options.alarm.wait(options.pollIntervalMs, signal)
  }
}
