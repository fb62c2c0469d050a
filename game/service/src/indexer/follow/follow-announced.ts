import { isDeepStrictEqual } from 'node:util'
import type { Block } from '../read/chain-source.ts'
import type { SyncMemory, Tip } from '../sync.ts'
import type { SyncDeps } from '../sync-deps.ts'
import type { Reading } from './read-step.ts'
import { oracleAt, readNewBlocks } from './read-step.ts'

/**
 * Adds an announced block if it is the next one. Reads the block at that height along with its logs, so that a false
 * announcement changes nothing.
 *
 * @returns False when nothing was added: an ordinary step decides what to do.
 */
export async function followAnnounced(
  deps: SyncDeps,
  memory: SyncMemory,
  block: Block,
): Promise<boolean> {
  const { tip } = memory
  const isNext =
    block.number === (tip?.head.number ?? -1) + 1 && block.parentHash === tip?.head.hash
  if (tip === null || !isNext) return false
  const readAtMs = deps.nowMs()
  const [reading, starts] = await Promise.all([
    readAnnounced(deps, tip, block),
    deps.windowStarts(block.timestamp),
  ])
  if (reading === null) return false
  const windowStarts = isDeepStrictEqual(starts, tip.windowStarts) ? {} : starts
  memory.tip = null
  const step = { from: tip.head, ancestor: tip.head.number, windowStarts, ...reading }
  const moved = await deps.store.apply(step)
  memory.tip = {
    head: block,
    oracle: reading.oracle,
    windowStarts: { ...tip.windowStarts, ...moved },
  }
  deps.onNodeLag(0)
  deps.onBlock(block, { isHead: true, newest: block.number, readAtMs })
  return true
}

/** Returns null when the node does not confirm the announcement. */
async function readAnnounced(deps: SyncDeps, tip: Tip, block: Block): Promise<Reading | null> {
  try {
    const [found, reading] = await Promise.all([
      deps.chain.blockAt(block.number),
      readNewBlocks(deps, [block], tip.oracle ?? oracleAt(deps, tip.head)),
    ])
    return isDeepStrictEqual(found, block) ? reading : null
  } catch (error) {
    deps.log.debug({ err: error, block: block.number }, 'announced block not read')
    return null
  }
}
