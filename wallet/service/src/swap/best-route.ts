import type { Route } from './route.ts'

/** A route through pools. */
export type PoolRoute = Omit<Route, 'kind'> & {
  /** Amounts on the way: of each token of the path. */
  amounts: readonly bigint[]
}

/** Gas of one pool, as measured with pools of the Uniswap V2 kind. */
const POOL_GAS = 60_000n

/**
 * Returns the route that yields most after the gas of its pools; null without a route. Where no route passes through
 * the coin, its price in the bought token is unknown, and the yields decide.
 *
 * @param gasPrice - Wei per gas.
 */
export function bestRoute(routes: readonly PoolRoute[], gasPrice: bigint): PoolRoute | null {
  const sample = routes.map(coinsOn).find((pair) => pair.coins > 0n)
  const netOf = ({ path, toAmount }: PoolRoute) => {
    if (sample === undefined) return toAmount
    const cost = BigInt(path.length - 1) * POOL_GAS * gasPrice
    return toAmount - (cost * sample.toAmount) / sample.coins
  }
  return routes.toSorted((a, b) => (netOf(a) < netOf(b) ? 1 : -1))[0] ?? null
}

/** Returns the coins that a route passes through, 0 for none, and what they yield. */
function coinsOn({ router, path, amounts, toAmount }: PoolRoute) {
  return { coins: amounts[path.indexOf(router.wrappedCoin)] ?? 0n, toAmount }
}
