import type { UnixSeconds } from '@bullring/prediction/units'
import { toUnixSeconds } from '@bullring/prediction/units'

/** A block's time, and when this machine first saw it. */
export type SeenBlock = { timestamp: UnixSeconds; seenAtMs: number }

/**
 * Longest advance of the clock without a new block. A stalled chain accepts no bets and locks no round, so
 * its time must stop as well, but not between two regular blocks.
 */
const MAX_ADVANCE_MS = 5_000

/**
 * Returns chain time for display: the newest block's time plus the time since it was seen, at most five
 * seconds. It predicts `block.timestamp` of the next block, within one block time.
 */
export function chainTime(block: SeenBlock, nowMs: number): UnixSeconds {
  const elapsedMs = Math.min(Math.max(nowMs - block.seenAtMs, 0), MAX_ADVANCE_MS)
  return toUnixSeconds(block.timestamp + Math.floor(elapsedMs / 1_000))
}

/** Returns a time that the newest block has reached when `chainTime` returns `now`: it does not go back with the next block. */
export function reachedTime(now: UnixSeconds): UnixSeconds {
  return toUnixSeconds(Math.max(now - MAX_ADVANCE_MS / 1_000, 0))
}
