import { isDeepStrictEqual } from 'node:util'
import { errorSummary } from '@bullring/server/error-summary'
import type { Logger } from 'pino'
import { BetsDroppedError } from '../errors.ts'
import { FOLLOW_DEPTH } from '../follow/plan-step.ts'
import type { StoredBlock } from '../index-model.ts'
import type { BlockRange, RangeDeps } from '../read/read-range.ts'
import { readRange } from '../read/read-range.ts'
import type { IndexStore } from '../write/index-store.ts'
import type { RowTexts } from '../write/log-rows.ts'
import { rowTexts } from '../write/log-rows.ts'

export type RereadLogsDeps = RangeDeps & {
  store: Pick<IndexStore, 'droppedBefore' | 'identity' | 'logRowsIn' | 'newestBlocks' | 'rewind'>
}

/** Blocks above `after`, up to `to`, whose logs were read again; null before the first. */
export type RereadBlocks = { after: number; to: number } | null

/**
 * Reads the logs of some blocks again: first of those that have become too old for a reorg, then of older ones, down to the
 * start block. What a node has left out then is added: the index is rewound to before it. The contract's sums reveal
 * missing bets only.
 *
 * @returns The blocks that were read again, and whether that was all that is due: the node may not be believed.
 */
export async function rereadLogs(
  deps: RereadLogsDeps,
  blocks: RereadBlocks,
  signal: AbortSignal,
): Promise<{ blocks: RereadBlocks; isRead: boolean }> {
  const [[head], identity] = await Promise.all([deps.store.newestBlocks(1), deps.store.identity()])
  if (head === undefined || identity === null) return { blocks, isRead: true }
  const oldest = Math.max(identity.startBlock - 1, 0)
  const safe = head.number - FOLLOW_DEPTH
  if (safe <= oldest) return { blocks, isRead: true }
  const { after, to } = blocks ?? { after: safe, to: safe }
  const range = nextRange({ after, to }, { oldest, safe, size: deps.pace.size })
  if (range === null) return { blocks: { after, to }, isRead: true }
  const isRead = await compareRange(deps, range, signal)
  if (!isRead) return { blocks, isRead }
  return { blocks: { after: Math.min(after, range.from - 1), to: Math.max(to, range.to) }, isRead }
}

/** Returns null when there is nothing to read for a while. */
function nextRange(
  { after, to }: NonNullable<RereadBlocks>,
  { oldest, safe, size }: { oldest: number; safe: number; size: number },
): BlockRange | null {
  if (safe - to >= FOLLOW_DEPTH) return { from: to + 1, to: Math.min(to + size, safe) }
  return after > oldest ? { from: Math.max(after - size, oldest) + 1, to: after } : null
}

/** Returns whether the index has all rows of the range, or cannot have them. */
async function compareRange(
  deps: RereadLogsDeps,
  range: BlockRange,
  signal: AbortSignal,
): Promise<boolean> {
  const { store } = deps
  const reading = await readRange(deps, range, signal)
  // The node refuses so many blocks: the next step reads fewer.
  if (reading.last.number < range.to) return false
  const found = await rowTexts(reading.rows, await store.droppedBefore())
  const stored = await store.logRowsIn(range)
  if (isDeepStrictEqual(sorted(found), sorted(stored))) return true
  if (!isBelievable(found, stored)) return false
  const again = await readRange(deps, range, signal)
  if (!isDeepStrictEqual(again, reading)) return false
  const gap = { ...range, base: reading.before, message: 'index lacks logs of the market' }
  return !(await addLacking(deps, gap))
}

/** An incomplete index is better than a node that knows even less. */
function isBelievable(found: RowTexts, stored: RowTexts): boolean {
  return Object.entries(stored).every(
    ([table, rows]) => rows.length <= found[table as keyof RowTexts].length,
  )
}

function sorted(texts: RowTexts) {
  return Object.entries(texts).map(([table, rows]) => [table, rows.toSorted()])
}

/** Blocks at which the index lacks something, and the block before them. */
type Gap = { from: number; to?: number; base: StoredBlock; message: string }

/**
 * Ends the index before a gap, so that what it lacks there is read. It may have grown since it was compared.
 *
 * @returns False when rounds since then have no bets any more: then the gap stays.
 */
export async function addLacking(
  { store, log }: { store: Pick<IndexStore, 'newestBlocks' | 'rewind'>; log: Logger },
  { from, to, base, message }: Gap,
): Promise<boolean> {
  const [newest] = await store.newestBlocks(1)
  try {
    if (newest !== undefined && newest.number > base.number) await store.rewind(newest, base)
    log.warn({ block: from, to }, `${message}, adding them`)
    return true
  } catch (error) {
    if (!(error instanceof BetsDroppedError)) throw error
    log.error({ block: from, to, error: errorSummary(error) }, message)
    return false
  }
}
