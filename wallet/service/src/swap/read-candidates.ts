import { parseAbi } from 'viem'
import { orderReserves, poolAbi, type Reserves } from '../chain/pool-reserves.ts'
import { ONE_REQUEST, requireReachable } from '../chain/require-reachable.ts'
import type { RpcClient } from '../chain/rpc-client.ts'
import type { PoolRoute } from './best-route.ts'
import type { Candidate } from './route.ts'

const routerAbi = parseAbi([
  'function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[] amounts)',
])

type Pool = readonly [bigint, bigint, number]

/** Reads the yield of each candidate. Candidates through an empty pool, or without a yield, are left out. */
export async function readCandidates(
  client: RpcClient,
  candidates: readonly Candidate[],
  amount: bigint,
): Promise<readonly PoolRoute[]> {
  if (candidates.length === 0) return []
  const [yields, pools] = await Promise.all([
    readYields(client, candidates, amount),
    readPools(client, candidates),
  ])
  return candidates.flatMap((candidate, index) => {
    const amounts = yields[index]
    const toAmount = amounts?.at(-1) ?? 0n
    if (amounts === undefined || toAmount === 0n) return []
    const { router, path } = candidate
    const priceImpact = impactOf(amounts, hopsOf(candidate, pools))
    return [{ router, path, amounts, toAmount, priceImpact }]
  })
}

async function readYields(
  client: RpcClient,
  candidates: readonly Candidate[],
  amount: bigint,
): Promise<readonly (readonly bigint[] | undefined)[]> {
  const results = await client.multicall({
    ...ONE_REQUEST,
    contracts: candidates.map(({ router, path }) => ({
      address: router.address,
      abi: routerAbi,
      functionName: 'getAmountsOut' as const,
      args: [amount, path] as const,
    })),
  })
  requireReachable(results)
  return results.map(({ result }) => result)
}

async function readPools(
  client: RpcClient,
  candidates: readonly Candidate[],
): Promise<ReadonlyMap<string, Pool>> {
  const addresses = [...new Set(candidates.flatMap(({ pools }) => pools))]
  const results = await client.multicall({
    ...ONE_REQUEST,
    contracts: addresses.map((address) => ({
      address,
      abi: poolAbi,
      functionName: 'getReserves' as const,
    })),
  })
  requireReachable(results)
  return new Map(
    addresses.flatMap((address, index): [string, Pool][] => {
      const result = results[index]?.result
      return result === undefined ? [] : [[address, result]]
    }),
  )
}

function hopsOf({ path, pools }: Candidate, states: ReadonlyMap<string, Pool>): Reserves[] {
  return pools.flatMap((pool, index) => {
    const state = states.get(pool)
    const [tokenIn, tokenOut] = path.slice(index)
    return state && tokenIn && tokenOut ? [orderReserves(state, tokenIn, tokenOut)] : []
  })
}

/** In a constant-product pool, adding `x` to a reserve of `r` lowers the yield per token by `x / (r + x)`. */
function impactOf(amounts: readonly bigint[], hops: readonly Reserves[]): number {
  const kept = hops.reduce((share, reserves, index) => {
    const added = amounts[index] ?? 0n
    return share * (Number(reserves.in) / Number(reserves.in + added))
  }, 1)
  return 1 - kept
}
