import type { Address } from 'viem'
import type { Exchange, PoolTokens, Router } from '../chain/exchange.ts'
import { orderReserves, poolAbi } from '../chain/pool-reserves.ts'
import { ONE_REQUEST, requireReachable } from '../chain/require-reachable.ts'
import type { RpcClient } from '../chain/rpc-client.ts'
import type { Token } from '../tokens/token.ts'
import { type UsdPrice, usdValue } from '../tokens/usd.ts'

export type PoolPriceDeps = {
  client: RpcClient
  exchange: Exchange
  /** Minimum value of the priced side of a pool, in USD as a price: a thin pool's price is whatever its last trade was. */
  floor: bigint
}

/** Value of one side of a pool. */
export type PricedSide = { address: Address; decimals: number; price: UsdPrice }

/**
 * Reads the prices of tokens in their deepest pool with a side whose price is known. One trade can move such a price, so it
 * is for showing values only.
 *
 * @param sidesOf - Returns the sides that may price a token in the pools of a router.
 */
export async function readPoolPrices(
  { client, exchange, floor }: PoolPriceDeps,
  tokens: readonly Token[],
  sidesOf: (router: Router) => readonly PricedSide[],
): Promise<ReadonlyMap<Address, UsdPrice>> {
  if (tokens.length === 0) return new Map()
  const routers = await exchange.routers()
  const wanted = routers.flatMap((router) =>
    sidesOf(router).flatMap((side) =>
      tokens.map((token) => ({
        token,
        side,
        router,
        tokens: [token.address, side.address] as const,
      })),
    ),
  )
  const pools = await readReserves(client, exchange, wanted)
  const prices = new Map<Address, { price: UsdPrice; depth: bigint }>()
  for (const { token, side, reserves } of pools) {
    const { in: amount, out: priced } = reserves
    const depth = usdValue(priced, side.decimals, side.price)
    const isDeep = amount > 0n && depth >= floor
    if (!isDeep || depth <= (prices.get(token.address)?.depth ?? 0n)) continue
    prices.set(token.address, { price: (depth * 10n ** BigInt(token.decimals)) / amount, depth })
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
