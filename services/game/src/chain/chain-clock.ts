import type { UnixSeconds } from '@bullring/prediction/units'
import { toUnixSeconds } from '@bullring/prediction/units'

/** A block's time, and when this machine first saw it. */
export type SeenBlock = { timestamp: UnixSeconds; seenAtMs: number }

/**
 * How far the clock runs on without a new block. A chain that stands still takes no bets and locks no
 * round, so its time must stand still too, but not between two blocks of a slow second.
 */
const MAX_RUN_ON_MS = 5_000

/**
 * Chain time for display: the newest block's time plus the time since it was seen, at most five
 * seconds. It is what `block.timestamp` of the next block will be, give or take the block time.
 */
export function chainTime(block: SeenBlock, nowMs: number): UnixSeconds {
  const elapsedMs = Math.min(Math.max(nowMs - block.seenAtMs, 0), MAX_RUN_ON_MS)
  return toUnixSeconds(block.timestamp + Math.floor(elapsedMs / 1_000))
}
