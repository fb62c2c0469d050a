import type { OracleRound } from '@bullring/prediction/oracle-round'
import type { Logger } from 'pino'
import { readOracleRounds } from '../follow/read-step.ts'
import type { ChainSource } from '../read/chain-source.ts'
import type { IndexStore } from '../write/index-store.ts'
import { addLacking } from './reread-logs.ts'

export type RereadPricesDeps = {
  chain: Pick<ChainSource, 'blockAt' | 'oracleAt'>
  store: Pick<
    IndexStore,
    'feedAt' | 'identity' | 'newestBlocks' | 'newestOracleRound' | 'oracleRounds' | 'rewind'
  >
  log: Logger
}

/**
 * Reads the oracle's newest rounds again. If the index lacks one, or has another price, it is rewound to before the block at
 * which the rounds from there on were read.
 *
 * @returns Whether the index has all of them, or cannot have them.
 */
export async function rereadPrices({ chain, store, log }: RereadPricesDeps): Promise<boolean> {
  const [[head], identity] = await Promise.all([store.newestBlocks(1), store.identity()])
  if (head === undefined || identity === null) return false
  const [knownId, feed, block] = await Promise.all([
    store.newestOracleRound(head.number),
    store.feedAt(head.number),
    chain.blockAt(head.number),
  ])
  if (knownId === null) return true
  if (block?.hash !== head.hash) return false
  const oracle = { ...chain.oracleAt(block, feed), latestId: () => Promise.resolve(knownId) }
  const [found, stored] = await Promise.all([readOracleRounds(oracle, null), store.oracleRounds()])
  const pricesById = new Map(stored.map((round) => [round.id, round]))
  const isWrong = (round: OracleRound) => {
    const { price, updatedAt } = pricesById.get(round.id) ?? {}
    return price !== round.price || updatedAt !== round.updatedAt
  }
  const wrong = found.find(isWrong)
  if (wrong === undefined) return true
  const readAt = stored.filter(({ id }) => id >= wrong.id).map(({ blockNumber }) => blockNumber)
  const base = await chain.blockAt(Math.max(Math.min(...readAt), identity.startBlock, 1) - 1)
  const again = await oracle.roundById(wrong.id)
  if (base === null || again === null || !isWrong(again)) return false
  const gap = { from: base.number + 1, base, message: 'index lacks prices of the oracle' }
  return !(await addLacking({ store, log }, gap))
}
