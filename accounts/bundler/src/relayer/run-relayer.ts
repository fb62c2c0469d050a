import type { Alarm } from '@bullring/server/alarm'
import type { RelayerDeps } from './relayer.ts'
import { runEach } from './run-each.ts'
import { sendAccepted } from './send-accepted.ts'
import { settleSent } from './settle-sent.ts'

/** Delay while no operation is open: one that this process accepts ends it, those of a killed process wait so long. */
const IDLE_POLL_MS = 2_000

/**
 * Sends accepted operations and settles sent ones, until `signal` aborts. Several processes may do so at once.
 *
 * @param onFailure - Called with the error of a step, and the number of consecutive failures.
 */
export async function runRelayer(
  deps: RelayerDeps,
  options: {
    /** Delay between two steps while operations are open. */
    pollIntervalMs: number
    /** Rings when an operation is accepted. */
    alarm: Alarm
    onFailure: (error: unknown, failures: number) => void
  },
  signal: AbortSignal,
): Promise<void> {
  let failures = 0
  let isFirst = true
  while (!signal.aborted) {
    let hasOpen = true
    try {
      hasOpen = await step(deps, isFirst)
      failures = 0
      isFirst = false
    } catch (error) {
      if (signal.aborted) return
      failures += 1
      options.onFailure(error, failures)
    }
    await options.alarm.wait(hasOpen ? options.pollIntervalMs : IDLE_POLL_MS, signal)
  }
}

/** Returns whether operations were open. */
async function step(deps: RelayerDeps, isFirst: boolean): Promise<boolean> {
  let open = 0
  const parts = [() => sendAccepted(deps), () => settleSent(deps, isFirst)]
  await runEach(parts, async (part) => {
    open += await part()
  })
  return open > 0
}
