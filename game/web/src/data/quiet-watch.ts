import { HEARTBEAT_MS } from '@bullring/game-api/heartbeat'

/**
 * A connection without anything from the server for this long is suspect. With the check that follows, a dead line is
 * noticed within 4 s (R-LIVE-4).
 */
const QUIET_LIMIT_MS = HEARTBEAT_MS + 700

/** Events that arrived while the page was busy are handled first. */
const GRACE_MS = 100

/** Calls `onQuiet` once when nothing has arrived for too long. */
export function createQuietWatch(onQuiet: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Start of the limit: the last message, or the start of the watch. */
  let sinceMs = 0
  let receivedAtMs = Date.now()

  const look = (isLast: boolean) => {
    const left = sinceMs + QUIET_LIMIT_MS - Date.now()
    if (left > 0) arm(left)
    else if (isLast) onQuiet()
    else timer = setTimeout(look, GRACE_MS, true)
  }
  const arm = (afterMs: number) => {
    timer = setTimeout(look, afterMs, false)
  }
  const stop = () => clearTimeout(timer)
  return {
    start: () => {
      stop()
      sinceMs = Date.now()
      arm(QUIET_LIMIT_MS)
    },
    stop,
    received: () => {
      receivedAtMs = Date.now()
      sinceMs = receivedAtMs
    },
    /** Time of the last message, by the visitor's clock. */
    receivedAtMs: () => receivedAtMs,
  }
}
