import type { Logger } from 'pino'
import { OtherKindError, OtherMarketError, StartBlockAheadError } from '../errors.ts'
import type { MarketIdentity } from '../index-model.ts'
import type { Block, ChainSource } from '../read/chain-source.ts'
import type { IndexStore } from './index-store.ts'

/** The configured part of an index's identity; the genesis hash is read from the chain. */
export type IndexedMarket = Omit<MarketIdentity, 'genesisHash'>

/**
 * Prepares the database for this market: starts an index in an empty database, keeps an existing one, or
 * rebuilds it when the chain was recreated or the start block changed.
 *
 * @throws {OtherKindError} {@link OtherMarketError} when the database holds another market.
 * @throws {StartBlockAheadError} when the chain is shorter than the start block.
 */
export async function openIndex(
  { chain, store, log }: { chain: ChainSource; store: IndexStore; log: Logger },
  market: IndexedMarket,
): Promise<void> {
  const stored = await store.identity()
  if (stored === null) return rebuildIndex({ chain, store }, market)
  requireSameMarket(stored, market)
  const genesis = await requireBlock(chain, 0)
  if (genesis.hash === stored.genesisHash && stored.startBlock === market.startBlock) return
  log.warn({ block: market.startBlock }, 'chain or start block changed, rebuilding index')
  await rebuildIndex({ chain, store }, market)
}

/**
 * Checks that the database holds the configured market.
 *
 * @throws {OtherKindError} {@link OtherMarketError} when it holds another one.
 */
export function requireSameMarket(
  stored: MarketIdentity,
  market: Pick<IndexedMarket, 'kind' | 'chainId' | 'prediction'>,
): void {
  if (stored.kind !== market.kind) throw new OtherKindError(stored.kind, market.kind)
  const isSame =
    stored.chainId === market.chainId &&
    stored.prediction.toLowerCase() === market.prediction.toLowerCase()
  if (!isSame) throw new OtherMarketError()
}

/** Empties the index and restarts it before the start block. */
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
