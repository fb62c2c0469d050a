import type { Block } from './chain-source.ts'
import type { StoredBlock } from './index-store.ts'

/** How many of the newest blocks are followed one by one, because a reorg may still take them back. */
export const FOLLOW_DEPTH = 64

/** Most blocks one request for logs spans; common nodes allow more. */
export const MAX_RANGE = 2_000

/** What the next step of the index does. */
export type StepPlan =
  | { kind: 'at-head' }
  /** Old blocks: many at once. */
  | { kind: 'range'; from: number; to: number }
  /** Young blocks: each with its own hash. */
  | { kind: 'follow'; from: number; to: number }

/**
 * Decides what to read after `ancestor`, the newest indexed block that is still on the chain.
 *
 * @param rangeSize - Most blocks one request for logs may span.
 */
export function planStep(ancestor: StoredBlock, newest: Block, rangeSize: number): StepPlan {
  const from = ancestor.number + 1
  if (from > newest.number) return { kind: 'at-head' }
  const lastSafe = newest.number - FOLLOW_DEPTH
  if (from > lastSafe) return { kind: 'follow', from, to: newest.number }
  return { kind: 'range', from, to: Math.min(from + rangeSize - 1, lastSafe) }
}

/** Logs of one range that are still read, decoded and written at once. */
const MANY_LOGS = 10_000

/** Size of the range after one that a node has answered with `logCount` logs: grows slowly, shrinks fast. */
export function nextRangeSize(rangeSize: number, logCount: number): number {
  if (logCount > MANY_LOGS) return smallerRange(rangeSize)
  if (logCount > MANY_LOGS / 2) return rangeSize
  return Math.min(rangeSize + Math.ceil(rangeSize / 10), MAX_RANGE)
}

/** Size of the range after one that a node has refused. */
export function smallerRange(rangeSize: number): number {
  return Math.max(Math.floor(rangeSize / 2), 1)
}
