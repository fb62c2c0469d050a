import type { RereadBlocks, RereadLogsDeps } from './reread-logs.ts'
import { rereadLogs } from './reread-logs.ts'
import type { RereadPricesDeps } from './reread-prices.ts'
import { rereadPrices } from './reread-prices.ts'

/** Progress of the reading since this process began to lead the index. */
export type RereadMemory = { blocks: RereadBlocks; werePricesRead: boolean }

export type RereadDeps = RereadLogsDeps & RereadPricesDeps

/** Returns the memory of a process that has read nothing again. */
export function newRereadMemory(): RereadMemory {
  return { blocks: null, werePricesRead: false }
}

/**
 * Reads a part of the chain's history again, whatever earlier processes have read: a node may have left something out, or
 * may have replied wrongly.
 *
 * @returns False when it was not as in the index.
 */
export async function rereadStep(
  deps: RereadDeps,
  memory: RereadMemory,
  signal: AbortSignal,
): Promise<boolean> {
  if (!memory.werePricesRead) memory.werePricesRead = await rereadPrices(deps)
  const { blocks, isRead } = await rereadLogs(deps, memory.blocks, signal)
  memory.blocks = blocks
  return memory.werePricesRead && isRead
}
