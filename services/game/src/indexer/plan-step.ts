import type { Block } from './chain-source.ts'
import type { StoredBlock } from './index-model.ts'

/** How many of the newest blocks are read one by one, because a reorg may still remove them. */
export const FOLLOW_DEPTH = 64

/** Largest block range of one request for logs; common nodes allow more. */
export const MAX_RANGE = 2_000

/** First block range: small, because the density of logs is unknown. */
export const INITIAL_RANGE = 100

/** What the next step reads. */
export type StepPlan =
  | { kind: 'at-head' }
  /** Old blocks, many at once. */
  | { kind: 'range'; from: number; to: number }
  /** New blocks, each by its hash. */
  | { kind: 'follow'; from: number; to: number }

/**
 * Decides what to read after `ancestor`, the newest indexed block that is still on the chain.
 *
 * @param rangeSize - Largest block range of one request for logs.
 */
export function planStep(ancestor: StoredBlock, newest: Block, rangeSize: number): StepPlan {
  const from = ancestor.number + 1
  if (from > newest.number) return { kind: 'at-head' }
  const lastSafe = newest.number - FOLLOW_DEPTH
  if (from > lastSafe) return { kind: 'follow', from, to: newest.number }
  return { kind: 'range', from, to: Math.min(from + rangeSize - 1, lastSafe) }
}

/** Logs of one response: about 5 MB. */
const TARGET_LOGS = 5_000

/** Returns the next range size after a range with `logCount` logs: grows or shrinks by 2 at most. */
export function nextRangeSize(rangeSize: number, logCount: number): number {
  const factor = Math.min(Math.max(TARGET_LOGS / Math.max(logCount, 1), 0.5), 2)
  return Math.min(Math.max(Math.floor(rangeSize * factor), 1), MAX_RANGE)
}

/** Returns the next range size after the node rejected a range. */
export function smallerRange(rangeSize: number): number {
  return Math.max(Math.floor(rangeSize / 2), 1)
}
