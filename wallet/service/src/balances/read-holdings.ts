import type { Address } from 'viem'
import { erc20Abi } from 'viem'
import { ONE_REQUEST, requireReachable } from '../chain/require-reachable.ts'
import type { RpcClient } from '../chain/rpc-client.ts'
import type { Token } from '../tokens/token.ts'
import type { OnFailedTokens } from './report-failed-tokens.ts'

/** Balances of an account on one chain, in the smallest units. */
export type Holdings = { coin: bigint; tokens: readonly { token: Token; amount: bigint }[] }

/**
 * Reads the balances of the coin and the known tokens. A token whose contract fails is left out.
 *
 * @throws {NodesUnreachableError} when no node responds.
 */
export async function readHoldings(
  client: RpcClient,
  tokens: readonly Token[],
  account: Address,
  onFailedTokens: OnFailedTokens,
): Promise<Holdings> {
  const [coin, results] = await Promise.all([
    client.getBalance({ address: account }),
    readAmounts(client, tokens, account),
  ])
  const failed = results.filter(({ error }) => error !== undefined)
  requireReachable(failed)
  if (failed.length > 0) {
    onFailedTokens(
      failed.map(({ token }) => token),
      failed[0]?.error,
    )
  }
  return { coin, tokens: results.filter(({ amount }) => amount > 0n) }
}

type TokenResult = { token: Token; amount: bigint; error: Error | undefined }

async function readAmounts(
  client: RpcClient,
  tokens: readonly Token[],
  account: Address,
): Promise<readonly TokenResult[]> {
  if (tokens.length === 0) return []
  const results = await client.multicall({
    ...ONE_REQUEST,
    contracts: tokens.map(({ address }) => ({
      address,
      abi: erc20Abi,
      functionName: 'balanceOf' as const,
      args: [account] as const,
    })),
  })
  return tokens.map((token, index) => ({
    token,
    amount: results[index]?.result ?? 0n,
    error: results[index]?.error,
  }))
}
