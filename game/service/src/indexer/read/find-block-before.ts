import type { UnixSeconds } from '@bullring/prediction/units'
import { ChainMovedError } from '../errors.ts'
import type { Block } from './chain-source.ts'

/**
 * Finds the newest block older than `time`, or `oldest` if there is none, by binary search: about thirty
 * requests on any chain.
 *
 * @param newest - Number of a block at or after `time`.
 * @throws {ChainMovedError} when the node lacks a block it should have.
 */
export async function findBlockBefore(
  blockAt: (number: number) => Promise<Block | null>,
  time: UnixSeconds,
  { oldest, newest }: { oldest: number; newest: number },
): Promise<Block> {
  let older = await requireBlock(blockAt, oldest)
  let notOlder = newest
  while (notOlder - older.number > 1) {
    const middle = await requireBlock(blockAt, Math.floor((older.number + notOlder) / 2))
    if (middle.timestamp < time) older = middle
    else notOlder = middle.number
  }
  return older
}

async function requireBlock(
  blockAt: (number: number) => Promise<Block | null>,
  number: number,
): Promise<Block> {
  const block = await blockAt(number)
  if (block === null) throw new ChainMovedError()
  return block
}
