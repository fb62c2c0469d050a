import { describe, expect, test } from 'vitest'
import { bestRoute, type PoolRoute } from './best-route.ts'

const [USD, BNB, CAPE, HUB] = ['0xa', '0xb', '0xc', '0xd'] as const
const router = { address: '0x1', wrappedCoin: BNB } as const

/** A route with the amounts on its way. */
function routeOf(path: PoolRoute['path'], amounts: readonly bigint[]): PoolRoute {
  return { router: router as never, path, amounts, toAmount: amounts.at(-1) ?? 0n, priceImpact: 0 }
}

const direct = routeOf([USD, CAPE], [1_000n, 2_000n])
/** Yields 10 more. One coin buys two CAPE. */
const throughCoin = routeOf([USD, BNB, CAPE], [1_000n, 1_005n, 2_010n])
const throughHub = routeOf([USD, HUB, CAPE], [1_000n, 1_000n, 2_005n])

describe('bestRoute', () => {
  test('is the one with the highest yield where gas is free', () => {
    expect(bestRoute([direct, throughCoin, throughHub], 0n)).toBe(throughCoin)
  })
  test('counts the gas of each pool, at the price of the coin on the way', () => {
    const wei = 10n ** 12n
    const routes = [direct, throughCoin].map((route) => ({
      ...route,
      amounts: route.amounts.map((amount) => amount * wei),
      toAmount: route.toAmount * wei,
    }))
    // A pool costs 60,000 gas: at 83,333,333 wei just under the 5 coins that the detour yields more.
    expect(bestRoute(routes, 83_333_333n)?.path).toEqual(throughCoin.path)
    expect(bestRoute(routes, 83_333_334n)?.path).toEqual(direct.path)
  })
  test('knows the price of the coin from any route', () => {
    expect(bestRoute([direct, throughHub, throughCoin], 10n ** 18n)).toBe(direct)
  })
  test('compares yields where no route has the price of the coin', () => {
    expect(bestRoute([direct, throughHub], 10n ** 18n)).toBe(throughHub)
  })
  test('is null without a route', () => {
    expect(bestRoute([], 1n)).toBeNull()
  })
})
