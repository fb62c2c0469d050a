import { StaleCache } from '@bullring/server/stale-cache'
import type { Address } from 'viem'
import type { RpcClient } from '../chain/rpc-client.ts'
import type { UsableTokens } from '../tokens/check-decimals.ts'
import { NATIVE_COIN } from '../tokens/native-coin.ts'
import { USD_DECIMALS, type UsdPrice, type UsdPrices } from '../tokens/usd.ts'
import type { PriceFeed } from './price-feeds.ts'
import { readFeeds } from './read-feeds.ts'
import { type PoolPriceDeps, readPoolPrices } from './read-pool-prices.ts'

export type PricesDeps = Omit<PoolPriceDeps, 'floor'> & {
  client: RpcClient
  tokens: UsableTokens
  feeds: readonly PriceFeed[]
  /** Least value of the coins in a pool that prices a token, in USD. */
  poolFloorUsd: number
  /** Called when prices could not be renewed; older ones are served for a minute. */
  onFailure: (error: unknown) => void
}

const FRESH_MS = 5_000
const STALE_MS = 60_000

/** Returns a reader of the chain's USD prices: from feeds where there are some, else from pools with the coin. */
export function createPrices(deps: PricesDeps): () => Promise<UsdPrices> {
  const cache = new StaleCache<UsdPrices>({
    freshMs: FRESH_MS,
    staleMs: STALE_MS,
    maxEntries: 1,
    onFailure: deps.onFailure,
  })
  return () => cache.get('', Date.now(), () => readPrices(deps))
}

async function readPrices({
  client,
  exchange,
  tokens,
  feeds,
  poolFloorUsd,
  onFailure,
}: PricesDeps): Promise<UsdPrices> {
  const [usable, fed] = await Promise.all([tokens(), readFeeds(client, feeds)])
  const coin = fed.get(NATIVE_COIN) ?? null
  const fedTokens = new Map([...fed].filter(([token]) => token !== NATIVE_COIN))
  if (coin === null) return { coin, tokens: fedTokens }
  const wrapped = usable.filter(({ wrapsCoin }) => wrapsCoin)
  const pooled = usable.filter(({ address, wrapsCoin }) => !wrapsCoin && !fedTokens.has(address))
  const floor = BigInt(poolFloorUsd) * 10n ** BigInt(USD_DECIMALS)
  // Without an exchange that responds, the prices of feeds are still right.
  const fromPools = await readPoolPrices({ client, exchange, floor }, pooled, coin).catch(
    (error: unknown) => {
      onFailure(error)
      return new Map<Address, UsdPrice>()
    },
  )
  return {
    coin,
    tokens: new Map([
      ...fromPools,
      ...fedTokens,
      ...wrapped.map(({ address }) => [address, coin] as const),
    ]),
  }
}
