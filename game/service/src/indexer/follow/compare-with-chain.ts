import { findAncestor } from '@bullring/server/chain/find-ancestor'
import type { Hash } from 'viem'
import type { StoredBlock } from '../index-model.ts'
import type { Block } from '../read/chain-source.ts'

/**
 * Relation of the node's chain to the index:
 * `ancestor`: the newest indexed block on that chain. Any block above it has another hash there.
 * `behind`: the node does not contradict the index, it only lacks its newest blocks.
 * `other-chain`: the node has none of the indexed blocks, and other blocks at their heights.
 */
export type Comparison =
  | { kind: 'ancestor'; block: StoredBlock }
  | { kind: 'behind' }
  | { kind: 'other-chain' }

/**
 * Compares the indexed blocks with a node's chain.
 *
 * @param stored - Indexed blocks, newest first.
 */
export async function compareWithChain(
  stored: readonly StoredBlock[],
  blockAt: (number: number) => Promise<Block | null>,
): Promise<Comparison> {
  const hashes = new Map<number, Hash>()
  const block = await findAncestor(stored, async (number) => {
    const found = await blockAt(number)
    if (found !== null) hashes.set(number, found.hash)
    return found
  })
  const above = stored.filter(({ number }) => block === null || number > block.number)
  const isContradicted = above.some(({ number }) => hashes.has(number))
  if (above.length > 0 && !isContradicted) return { kind: 'behind' }
  return block === null ? { kind: 'other-chain' } : { kind: 'ancestor', block }
}
