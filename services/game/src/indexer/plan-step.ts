import type { Block } from './chain-source.ts'
import type { StoredBlock } from './index-store.ts'

/** How many of the newest blocks are followed one by one, because a reorg may still take them back. */
export const FOLLOW_DEPTH = 64

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
