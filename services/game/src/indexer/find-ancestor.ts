import type { Block } from './chain-source.ts'
import type { StoredBlock } from './index-store.ts'

/** Blocks compared at a time once the newest one is gone: reorgs are nearly always shallow. */
const CHUNK = 32

/**
 * Finds the newest indexed block that is still on the chain, null when none is.
 *
 * @param stored - Indexed blocks, newest first.
 */
export async function findAncestor(
  stored: readonly StoredBlock[],
  blockAt: (number: number) => Promise<Block | null>,
): Promise<StoredBlock | null> {
  let start = 0
  let size = 1
  while (start < stored.length) {
    const chunk = stored.slice(start, start + size)
    const onChain = await Promise.all(chunk.map(({ number }) => blockAt(number)))
    const match = chunk.find((block, index) => onChain[index]?.hash === block.hash)
    if (match !== undefined) return match
    start += size
    size = CHUNK
  }
  return null
}
