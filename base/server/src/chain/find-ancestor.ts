import type { Hash } from 'viem'

type NumberedBlock = { number: number; hash: Hash }

/** Blocks compared at a time once the newest is gone: most reorgs are shallow. */
const CHUNK = 32

/**
 * Finds the newest indexed block that is still on the chain, null when none is.
 *
 * @param stored - Indexed blocks, newest first.
 */
export async function findAncestor<block extends NumberedBlock>(
  stored: readonly block[],
  blockAt: (number: number) => Promise<{ hash: Hash } | null>,
): Promise<block | null> {
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
