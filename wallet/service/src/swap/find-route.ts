import type { Address } from 'viem'
import type { PoolTokens, Router } from '../chain/exchange.ts'
import { bestRoute } from './best-route.ts'
import { NoRouteError } from './errors.ts'
import { readCandidates } from './read-candidates.ts'
import type { Candidate, Route } from './route.ts'
import type { SwapPair } from './swap-chain.ts'

/**
 * Finds the route with the highest yield after gas: direct, or through one other token, over all routers. The routers
 * compute the yields, so their fees are right whatever they are.
 *
 * @param gasPrice - Wei per gas; by default the network's price.
 * @throws {NoRouteError}
 */
export async function findRoute(pair: SwapPair, amount: bigint, gasPrice?: bigint): Promise<Route> {
  const wrapping = findWrapping(pair, amount)
  if (wrapping !== null) return wrapping
  const { client } = pair.chain
  const [routes, price] = await Promise.all([
    findCandidates(pair).then((candidates) => readCandidates(client, candidates, amount)),
    gasPrice ?? client.getGasPrice(),
  ])
  const best = bestRoute(routes, price)
  if (best === null) throw new NoRouteError()
  return { kind: 'pools', ...best }
}

function findWrapping({ from, to, routers }: SwapPair, amount: bigint): Route | null {
  for (const router of routers) {
    const isFromWrapped = from.address === router.wrappedCoin
    const isWrapping = from.token === null && to.address === router.wrappedCoin
    if (!isWrapping && !(isFromWrapped && to.token === null)) continue
    const kind = isWrapping ? 'wrap' : 'unwrap'
    return { kind, router, path: [router.wrappedCoin], toAmount: amount, priceImpact: 0 }
  }
  return null
}

async function findCandidates(pair: SwapPair): Promise<readonly Candidate[]> {
  const ways = pair.routers.flatMap((router) =>
    pathsOf(pair, router).map((path) => ({ router, path })),
  )
  const hops = ways.map(({ router, path }) =>
    path.slice(1).map(
      (token, index): PoolTokens => ({
        router,
        tokens: [path[index] ?? token, token],
      }),
    ),
  )
  const pools = await pair.chain.exchange.pools(hops.flat())
  let next = 0
  return ways.flatMap((way, index) => {
    const count = hops[index]?.length ?? 0
    const found = pools.slice(next, next + count).filter((pool) => pool !== null)
    next += count
    return found.length === count ? [{ ...way, pools: found }] : []
  })
}

/** Returns the paths: direct, and through the wrapped coin and each hub. */
function pathsOf({ from, to, hubs }: SwapPair, { wrappedCoin }: Router): (readonly Address[])[] {
  const start = from.token === null ? wrappedCoin : from.address
  const end = to.token === null ? wrappedCoin : to.address
  const middles = new Set([wrappedCoin, ...hubs])
  middles.delete(start)
  middles.delete(end)
  return [[start, end], ...[...middles].map((middle) => [start, middle, end])]
}
