import type { StoredBlock } from '../index-model.ts'
import type { Block } from '../read/chain-source.ts'

/** Number of the newest blocks that are read one by one, because a reorg may still remove them. */
export const FOLLOW_DEPTH = 64

/** First block range: small, because the density of logs is unknown. */
export const INITIAL_RANGE = 100

/** Blocks that the next step reads. */
export type StepPlan =
  | { kind: 'at-head' }
  /** Old blocks, in ranges of many. */
  | { kind: 'range'; from: number; to: number }
  /** New blocks, each by its hash. */
  | { kind: 'follow'; from: number; to: number }

/** Decides what to read after `ancestor`, the newest indexed block that is still on the chain. */
export function planStep(ancestor: StoredBlock, newest: Block): StepPlan {
  const from = ancestor.number + 1
  if (from > newest.number) return { kind: 'at-head' }
  const lastSafe = newest.number - FOLLOW_DEPTH
  if (from > lastSafe) return { kind: 'follow', from, to: newest.number }
  return { kind: 'range', from, to: lastSafe }
}
