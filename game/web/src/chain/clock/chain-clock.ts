import type { UnixSeconds } from '@bullring/prediction/units'
import { toUnixSeconds } from '@bullring/prediction/units'

/** A reading of the server's clocks, with the browser's clock before and after. */
export type ClockSample = {
  /** Monotonic milliseconds of the browser, before the request and after the response. */
  sentAtMs: number
  receivedAtMs: number
  /** The server's clock in seconds. */
  serverTime: number
  /** Timestamp of the newest indexed block; null before the first. */
  blockTimestamp: number | null
}

/** Chain time. Does not rely on the visitor's clock, which may be hours off (R-CLOCK-4). */
export type ChainClock = {
  /** Whole seconds of chain time; null until the first sample. */
  now: () => UnixSeconds | null
  sync: (sample: ClockSample) => void
  /** Calls `onTick` at every new second of chain time, and after a sample moved the clock. */
  subscribe: (onTick: () => void) => () => void
}

/**
 * Returns chain time, in seconds, at the moment a sample was received: the later of the server's clock
 * and the newest block, because a local chain may run ahead. A block behind the server's clock only
 * means that none has been mined since.
 */
export function chainTimeOf(sample: ClockSample): number {
  const oneWaySeconds = (sample.receivedAtMs - sample.sentAtMs) / 2_000
  return Math.max(sample.serverTime, sample.blockTimestamp ?? 0) + oneWaySeconds
}

/**
 * Creates a clock.
 *
 * @param monotonicMs - A clock that does not change when the system time is set.
 */
export function createChainClock(monotonicMs = () => performance.now()): ChainClock {
  let offsetSeconds: number | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  const exactNow = () => (offsetSeconds === null ? null : monotonicMs() / 1_000 + offsetSeconds)
  const tick = () => {
    for (const listener of [...listeners]) listener()
    schedule()
  }
  const schedule = () => {
    clearTimeout(timer)
    const now = exactNow()
    if (listeners.size === 0 || now === null) return
    timer = setTimeout(tick, Math.ceil((1 - (now % 1)) * 1_000))
  }

  return {
    now: () => {
      const now = exactNow()
      return now === null ? null : toUnixSeconds(Math.floor(now))
    },
    sync: (sample) => {
      offsetSeconds = chainTimeOf(sample) - sample.receivedAtMs / 1_000
      tick()
    },
    subscribe: (onTick) => {
      listeners.add(onTick)
      schedule()
      return () => {
        listeners.delete(onTick)
        schedule()
      }
    },
  }
}
