import type { Address } from 'viem'
import { erc20Abi } from 'viem'
import type { Token } from '../chain/read-tokens.ts'
import type { RpcClient } from '../chain/rpc-client.ts'

/** Balances of an account on one chain, in the smallest units. */
export type Holdings = { coin: bigint; tokens: readonly { token: Token; amount: bigint }[] }

/** Reads the balances of the coin and the known tokens; a token whose contract fails is left out. */
export async function readHoldings(
  client: RpcClient,
  tokens: readonly Token[],
  account: Address,
): Promise<Holdings> {
  const [coin, amounts] = await Promise.all([
    client.getBalance({ address: account }),
    readAmounts(client, tokens, account),
  ])
  return {
    coin,
    tokens: tokens.flatMap((token, index) => {
      const amount = amounts[index] ?? 0n
      return amount > 0n ? [{ token, amount }] : []
    }),
  }
}

async function readAmounts(
  client: RpcClient,
  tokens: readonly Token[],
  account: Address,
): Promise<readonly bigint[]> {
  if (tokens.length === 0) return []
  const results = await client.multicall({
    contracts: tokens.map(({ address }) => ({
      address,
      abi: erc20Abi,
      functionName: 'balanceOf' as const,
      args: [account] as const,
    })),
  })
  const failure = results.find(({ status }) => status === 'failure')
  // One token may be broken; if all fail, the chain was not reached.
  if (failure?.error && results.every(({ status }) => status === 'failure')) throw failure.error
  return results.map(({ result }) => result ?? 0n)
}
