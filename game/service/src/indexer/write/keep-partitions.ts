import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { MarketRows } from '../read/apply-log.ts'

/** Rounds by which a partition is created early, in a step that is cheaper to delay than one with bets. */
const AHEAD = 500

/** Returns the statements that add the missing partitions of bets and claims that are about to be inserted, and the next one early. */
export function partitionAdditions({
  bets,
  claims,
}: Pick<MarketRows, 'bets' | 'claims'>): RawBuilder<unknown>[] {
  const epochs = new Set([...bets, ...claims].map(({ epoch }) => epoch))
  if (epochs.size === 0) return []
  const newest = [...epochs].reduce((a, b) => Math.max(a, b))
  return [sql`select keep_partitions(${[...epochs, newest + AHEAD]}::int8[])`]
}
