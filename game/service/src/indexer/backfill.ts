import { ChainMovedError } from './errors.ts'
import type { StoredBlock } from './index-model.ts'
import type { Block } from './read/chain-source.ts'
import type { RangePace } from './read/range-pace.ts'
import { readAhead } from './read/read-ahead.ts'
import type { BlockRange } from './read/read-range.ts'
import type { SyncDeps } from './sync-deps.ts'

/** Reads the newest block again after this time: the chain grows during a backfill. */
const RUN_MS = 30_000

/** The end of the index, and its newest block that is still on the chain. */
type Ends = { head: StoredBlock; ancestor: StoredBlock }

export type BackfillOptions = {
  /** Called after each range with the ends that it followed, and its last block. */
  onWritten: (ends: Ends, last: Block) => void
  /** Ends the backfill after the range that is being written. */
  signal: AbortSignal
}

/**
 * Adds old blocks to the index, range by range: while one is written, the next ones are read. Each range is one
 * transaction, so a process that is killed resumes after the last one.
 *
 * @throws {ChainMovedError} {@link IndexMovedError}, and errors of the node. What was written remains.
 */
export async function backfill(
  deps: SyncDeps,
  pace: RangePace,
  { head, ancestor, range, newest }: Ends & { range: BlockRange; newest: Block },
  { onWritten, signal }: BackfillOptions,
): Promise<void> {
  const endMs = deps.nowMs() + RUN_MS
  const isEnding = () => deps.nowMs() >= endMs
  let ends: Ends = { head, ancestor }
  for await (const { before, last, rows } of readAhead({ ...deps, pace }, range, {
    signal,
    isEnding,
  })) {
    // The hash of a range's last block commits to all blocks before it.
    if (before.hash !== ends.ancestor.hash) throw new ChainMovedError()
    await deps.store.applyRange({
      from: ends.head,
      ancestor: ends.ancestor.number,
      blocks: [last],
      rows,
      oracleRounds: [],
      windowStarts: {},
    })
    onWritten(ends, last)
    deps.onBlock(last, { isHead: false, newest: newest.number, readAtMs: deps.nowMs() })
    ends = { head: last, ancestor: last }
  }
}
