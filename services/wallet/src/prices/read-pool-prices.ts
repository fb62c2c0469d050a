import type { Address } from 'viem'
import type { Exchange, PoolTokens } from '../chain/exchange.ts'
import { orderReserves, poolAbi } from '../chain/pool-reserves.ts'
import { ONE_REQUEST, requireReachable } from '../chain/require-reachable.ts'
import { COIN_DECIMALS, type RpcClient } from '../chain/rpc-client.ts'
import type { Token } from '../tokens/token.ts'
import { type UsdPrice, usdValue } from '../tokens/usd.ts'

export type PoolPriceDeps = {
  client: RpcClient
  exchange: Exchange
  /** Least value of the coins in a pool, in USD as a price: a thin pool's price is whatever its last trade was. */
  floor: bigint
}

/**
 * Reads what tokens cost in their deepest pool with the wrapped coin. One trade can move such a price, so it is for
 * showing values only.
 */
export async function readPoolPrices(
  { client, exchange, floor }: PoolPriceDeps,
  tokens: readonly Token[],
  coinPrice: UsdPrice,
): Promise<ReadonlyMap<Address, UsdPrice>> {
  const routers = await exchange.routers()
  const wanted = routers.flatMap((router) =>
    tokens.map((token) => ({
      token,
      router,
      tokens: [token.address, router.wrappedCoin] as const,
    })),
  )
  const pools = await readReserves(client, exchange, wanted)
  const prices = new Map<Address, { price: UsdPrice; coins: bigint }>()
  for (const { token, reserves } of pools) {
    const { in: amount, out: coins } = reserves
    const isDeep = amount > 0n && usdValue(coins, COIN_DECIMALS, coinPrice) >= floor
    if (!isDeep || coins <= (prices.get(token.address)?.coins ?? 0n)) continue
    const price =
      (coinPrice * coins * 10n ** BigInt(token.decimals)) / (amount * 10n ** BigInt(COIN_DECIMALS))
    prices.set(token.address, { price, coins })
  }
  return new Map([...prices].map(([address, { price }]) => [address, price]))
}

async function readReserves<wanted extends PoolTokens>(
  client: RpcClient,
  exchange: Exchange,
  wanted: readonly wanted[],
) {
  const addresses = await exchange.pools(wanted)
  const pools = wanted.flatMap((pool, index) => {
    const address = addresses[index]
    return address ? [{ ...pool, address }] : []
  })
  if (pools.length === 0) return []
  const results = await client.multicall({
    ...ONE_REQUEST,
    contracts: pools.map(({ address }) => ({
      address,
      abi: poolAbi,
      functionName: 'getReserves' as const,
    })),
  })
  requireReachable(results)
  return pools.flatMap((pool, index) => {
    const result = results[index]?.result
    return result === undefined
      ? []
      : [{ ...pool, reserves: orderReserves(result, ...pool.tokens) }]
  })
}
