import { setTimeout as sleep } from 'node:timers/promises'
import type { Child } from '@bullring/stack/processes/child'

const MIN_PAUSE_MS = 100
const MAX_PAUSE_MS = 2_000
/** On a machine that stood still, a first start that took this long is tried again. */
const SLOW_START_MS = 60_000
const SLOW_STARTS = 3
/** A program that ran this long restarts at once. */
const STEADY_MS = 5_000
/** As `TimeoutStopSec` of the units in `ops/cluster`. */
const DRAIN_MS = 16_000
const CHECK_MS = 50

export type SupervisedOptions = {
  name: string
  /** Starts the program and resolves once it is ready. */
  start: (signal: AbortSignal) => Promise<Child>
  /** Called with a sentence when the program exits unexpectedly or does not start. */
  report: (text: string) => void
}

/** A program that is restarted whenever it exits. */
export type Supervised = {
  name: string
  /** Number of times it has become ready. */
  starts: () => number
  isReady: () => boolean
  /** Kills it with SIGKILL. False when it is not running. */
  kill: () => boolean
  /** Stops it as its host's supervisor would, and resolves once it is ready again. */
  restart: () => Promise<void>
  /** Stops it and starts it no more. */
  stop: () => Promise<void>
}

/**
 * Starts a program and restarts it, with growing pauses while it fails.
 *
 * @throws The error of the first `start`.
 */
export async function supervise(options: SupervisedOptions): Promise<Supervised> {
  const { name, start, report } = options
  const stopping = new AbortController()
  let child: Child | null = await startFirst(options, stopping.signal)
  let starts = 1
  const restart = async () => {
    for (let pauseMs = MIN_PAUSE_MS; !stopping.signal.aborted; pauseMs *= 2) {
      await sleep(Math.min(pauseMs, MAX_PAUSE_MS), null, { signal: stopping.signal })
      try {
        child = await start(stopping.signal)
        starts += 1
        return
      } catch (error) {
        report(`${name} did not start: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
  }
  const watch = async () => {
    while (!stopping.signal.aborted) {
      const startedMs = performance.now()
      const outcome = await child?.exited
      child = null
      if (stopping.signal.aborted) return
      report(`${name}: ${outcome}; restarting`)
      if (performance.now() - startedMs < STEADY_MS)
        await sleep(MIN_PAUSE_MS, null, { signal: stopping.signal })
      await restart()
    }
  }
  const watching = watch().catch(() => undefined)
  return {
    name,
    starts: () => starts,
    isReady: () => child !== null,
    kill: () => child?.process.kill('SIGKILL') ?? false,
    restart: async () => {
      const before = starts
      await child?.stop(DRAIN_MS)
      while (starts === before) await sleep(CHECK_MS, null, { signal: stopping.signal })
    },
    stop: async () => {
      stopping.abort()
      await child?.stop()
      await watching
      await child?.stop()
    },
  }
}

async function startFirst(
  { name, start, report }: SupervisedOptions,
  signal: AbortSignal,
): Promise<Child> {
  for (let attempt = 1; ; attempt += 1) {
    const startedMs = performance.now()
    try {
      return await start(signal)
    } catch (error) {
      const isSlow = performance.now() - startedMs > SLOW_START_MS
      if (!isSlow || attempt === SLOW_STARTS) throw error
      report(`${name} did not start in time, trying again`)
    }
  }
}
