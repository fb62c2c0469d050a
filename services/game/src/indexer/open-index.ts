import type { Logger } from 'pino'
import type { Block, ChainSource } from './chain-source.ts'
import { OtherKindError, OtherMarketError, StartBlockAheadError } from './errors.ts'
import type { IndexStore, MarketIdentity } from './index-store.ts'

/** What an index is of, as far as it is configured; the chain's genesis hash is read. */
export type IndexedMarket = Omit<MarketIdentity, 'genesisHash'>

/**
 * Prepares the database for this market: begins an index in an empty one, keeps the one it has, or
 * rebuilds it when the chain began anew or the start block is another.
 *
 * @throws {OtherKindError} or {OtherMarketError} when the database belongs to another market.
 * @throws {StartBlockAheadError} when the chain does not reach up to the start block.
 */
export async function openIndex(
  { chain, store, log }: { chain: ChainSource; store: IndexStore; log: Logger },
  market: IndexedMarket,
): Promise<void> {
  const stored = await store.identity()
  if (stored === null) return rebuildIndex({ chain, store }, market)
  if (stored.kind !== market.kind) throw new OtherKindError(stored.kind, market.kind)
  const isSame =
    stored.chainId === market.chainId &&
    stored.prediction.toLowerCase() === market.prediction.toLowerCase()
  if (!isSame) throw new OtherMarketError()
  const genesis = await requireBlock(chain, 0)
  if (genesis.hash === stored.genesisHash && stored.startBlock === market.startBlock) return
  log.warn('the chain began anew or the start block changed: rebuilding the index')
  await rebuildIndex({ chain, store }, market)
}

/** Empties the index and begins anew before the start block. */
export async function rebuildIndex(
  { chain, store }: { chain: ChainSource; store: IndexStore },
  market: IndexedMarket,
): Promise<void> {
  const [genesis, base] = await Promise.all([
    requireBlock(chain, 0),
    requireBlock(chain, Math.max(market.startBlock - 1, 0)),
  ])
  await store.restart({ ...market, genesisHash: genesis.hash }, base)
}

async function requireBlock(chain: ChainSource, number: number): Promise<Block> {
  const block = await chain.blockAt(number)
  if (block === null) throw new StartBlockAheadError()
  return block
}
