import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Child } from '@bullring/stack/processes/child'

/** The moment of a kill: at most `maxMs` after the process started, was ready or was writing. */
type Moment = { from: 'start' | 'ready' | 'writing'; maxMs: number }

const MOMENTS: readonly Moment[] = [
  { from: 'ready', maxMs: 300 },
  { from: 'writing', maxMs: 5 },
  { from: 'ready', maxMs: 30 },
  { from: 'start', maxMs: 900 },
]

const READY_LIMIT_MS = 120_000

/**
 * Starts a process and kills it with SIGKILL at a random moment, `times` times.
 *
 * @param duringWrite - Runs a function while the process is in the middle of a write, which random
 *   kills rarely hit.
 */
export async function killRepeatedly(
  start: () => Child,
  times: number,
  duringWrite: (act: () => Promise<void>) => Promise<void> = (act) => act(),
): Promise<void> {
  for (let kill = 0; kill < times; kill += 1) {
    const { from, maxMs } = MOMENTS[kill % MOMENTS.length] ?? { from: 'start', maxMs: 900 }
    const child = start()
    if (from !== 'start') {
      await once(child.process, 'message', { signal: AbortSignal.timeout(READY_LIMIT_MS) })
    }
    const end = async () => {
      await sleep(randomInt(maxMs))
      if (!child.isRunning())
        throw new Error(`The process exited unexpectedly: ${child.lastOutput()}`)
      child.process.kill('SIGKILL')
      await child.exited
    }
    await (from === 'writing' ? duringWrite(end) : end())
  }
}
