import { StaleCache } from '@bullring/server/stale-cache'
import type { Address } from 'viem'
import { COIN_DECIMALS, type RpcClient } from '../chain/rpc-client.ts'
import type { UsableTokens } from '../tokens/check-decimals.ts'
import { NATIVE_COIN } from '../tokens/native-coin.ts'
import type { Token } from '../tokens/token.ts'
import { USD_DECIMALS, type UsdPrice, type UsdPrices } from '../tokens/usd.ts'
import type { PriceFeed } from './price-feeds.ts'
import { readFeeds } from './read-feeds.ts'
import { type PoolPriceDeps, readPoolPrices } from './read-pool-prices.ts'

export type PricesDeps = Omit<PoolPriceDeps, 'floor'> & {
  client: RpcClient
  tokens: UsableTokens
  feeds: readonly PriceFeed[]
  /** Minimum value of the coins in a pool that prices a token, in USD. */
  poolFloorUsd: number
  /** Called when prices could not be renewed. Older ones are served for a minute. */
  onFailure: (error: unknown) => void
}

const FRESH_MS = 5_000
const STALE_MS = 60_000

/**
 * Returns a reader of the chain's USD prices: from feeds where there are some, else from pools with the coin, else from
 * pools with a hub token that has a price, such as a dollar.
 */
export function createPrices(deps: PricesDeps): () => Promise<UsdPrices> {
  const cache = new StaleCache<UsdPrices>({
    freshMs: FRESH_MS,
    staleMs: STALE_MS,
    maxEntries: 1,
    onFailure: deps.onFailure,
  })
  return () => cache.get('', Date.now(), () => readPrices(deps))
}

async function readPrices(deps: PricesDeps): Promise<UsdPrices> {
  const { client, tokens, feeds, onFailure } = deps
  const [usable, fed] = await Promise.all([tokens(), readFeeds(client, feeds)])
  const coin = fed.get(NATIVE_COIN) ?? null
  const known = new Map([...fed].filter(([token]) => token !== NATIVE_COIN))
  if (coin !== null) {
    for (const { address, wrapsCoin } of usable) if (wrapsCoin) known.set(address, coin)
  }
  // The prices of feeds are right even if no exchange responds.
  const pooled = await pricesOfPools(deps, usable, coin, known).catch((error: unknown) => {
    onFailure(error)
    return []
  })
  return { coin, tokens: new Map([...pooled, ...known]) }
}

/** Prices the tokens that have none yet. */
async function pricesOfPools(
  { client, exchange, poolFloorUsd }: PricesDeps,
  usable: readonly Token[],
  coin: UsdPrice | null,
  known: ReadonlyMap<Address, UsdPrice>,
): Promise<readonly (readonly [Address, UsdPrice])[]> {
  const deps = { client, exchange, floor: BigInt(poolFloorUsd) * 10n ** BigInt(USD_DECIMALS) }
  const unknown = usable.filter(({ address }) => !known.has(address))
  const withCoin = await readPoolPrices(deps, unknown, ({ wrappedCoin: address }) =>
    coin === null ? [] : [{ address, decimals: COIN_DECIMALS, price: coin }],
  )
  const hubs = usable.flatMap(({ address, decimals, isHub }) => {
    const price = known.get(address) ?? withCoin.get(address)
    return isHub && price !== undefined ? [{ address, decimals, price }] : []
  })
  const left = unknown.filter(({ address }) => !withCoin.has(address))
  const withHub = hubs.length === 0 ? [] : await readPoolPrices(deps, left, () => hubs)
  return [...withCoin, ...withHub]
}
