import { TimedCache } from '@bullring/server/timed-cache'
import { type Address, getAddress, isAddressEqual, parseAbi, zeroAddress } from 'viem'
import { InvalidRouterError } from './errors.ts'
import { ONE_REQUEST, requireReachable } from './require-reachable.ts'
import type { RpcClient } from './rpc-client.ts'

/** A router of the Uniswap V2 kind, with the addresses that it reports. */
export type Router = { address: Address; factory: Address; wrappedCoin: Address }

/** Two tokens in a pool of a router's factory. */
export type PoolTokens = { router: Router; tokens: readonly [Address, Address] }

/** The exchanges of one chain. */
export type Exchange = {
  /** @throws {InvalidRouterError} when a configured address is no router. */
  routers: () => Promise<readonly Router[]>
  /** Returns the address of each pool, or null where there is none. */
  pools: (wanted: readonly PoolTokens[]) => Promise<readonly (Address | null)[]>
}

const routerAbi = parseAbi([
  'function factory() view returns (address)',
  'function WETH() view returns (address)',
])
const factoryAbi = parseAbi(['function getPair(address, address) view returns (address)'])

const ROUTER_LIFETIME_MS = 86_400_000
/** A pool is created once and stays: only its absence has to be looked up again. */
const ABSENCE_LIFETIME_MS = 60_000
const MAX_POOLS = 20_000

/** Connects to the routers of a chain. Nothing is read before it is used. */
export function createExchange(client: RpcClient, addresses: readonly Address[]): Exchange {
  const routers = new TimedCache<readonly Router[]>({
    lifetimeMs: ROUTER_LIFETIME_MS,
    maxEntries: 1,
  })
  const known = new Map<string, { pool: Address | null; expiresMs: number }>()
  return {
    routers: () => routers.get('', Date.now(), () => readRouters(client, addresses)),
    pools: async (wanted) => {
      const nowMs = Date.now()
      const missing = wanted.filter((pool) => (known.get(keyOf(pool))?.expiresMs ?? 0) <= nowMs)
      if (known.size > MAX_POOLS) known.clear()
      for (const [index, pool] of (await readPools(client, missing)).entries()) {
        const expiresMs = pool === null ? nowMs + ABSENCE_LIFETIME_MS : Number.POSITIVE_INFINITY
        const tokens = missing[index]
        if (tokens !== undefined) known.set(keyOf(tokens), { pool, expiresMs })
      }
      return wanted.map((pool) => known.get(keyOf(pool))?.pool ?? null)
    },
  }
}

function keyOf({ router, tokens }: PoolTokens): string {
  return [router.factory, ...tokens.toSorted()].join(' ')
}

async function readRouters(
  client: RpcClient,
  addresses: readonly Address[],
): Promise<readonly Router[]> {
  if (addresses.length === 0) return []
  const results = await client.multicall({
    ...ONE_REQUEST,
    contracts: addresses.flatMap((address) => [
      { address, abi: routerAbi, functionName: 'factory' as const },
      { address, abi: routerAbi, functionName: 'WETH' as const },
    ]),
  })
  requireReachable(results)
  return addresses.map((address, index) => {
    const factory = results[index * 2]?.result
    const wrappedCoin = results[index * 2 + 1]?.result
    if (factory === undefined || wrappedCoin === undefined) throw new InvalidRouterError(address)
    return { address, factory: getAddress(factory), wrappedCoin: getAddress(wrappedCoin) }
  })
}

async function readPools(
  client: RpcClient,
  wanted: readonly PoolTokens[],
): Promise<readonly (Address | null)[]> {
  if (wanted.length === 0) return []
  const results = await client.multicall({
    ...ONE_REQUEST,
    contracts: wanted.map(({ router, tokens }) => ({
      address: router.factory,
      abi: factoryAbi,
      functionName: 'getPair' as const,
      args: tokens,
    })),
  })
  requireReachable(results)
  return results.map(({ result = zeroAddress }) =>
    isAddressEqual(result, zeroAddress) ? null : getAddress(result),
  )
}
