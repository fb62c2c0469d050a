import { type Address, erc20Abi } from 'viem'
import { ONE_REQUEST, requireReachable } from '../chain/require-reachable.ts'
import type { RpcClient } from '../chain/rpc-client.ts'

/**
 * Reads the decimals of tokens from their contracts. A token whose contract does not return them has an error.
 *
 * @throws {NodesUnreachableError}
 */
export async function readDecimals(
  client: RpcClient,
  tokens: readonly { address: Address }[],
): Promise<readonly { result?: number | undefined; error?: Error | undefined }[]> {
  const results = await client.multicall({
    ...ONE_REQUEST,
    contracts: tokens.map(({ address }) => ({
      address,
      abi: erc20Abi,
      functionName: 'decimals' as const,
    })),
  })
  requireReachable(results)
  return results
}
