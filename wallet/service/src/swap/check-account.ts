import { type Address, erc20Abi, maxUint256 } from 'viem'
import type { RpcClient } from '../chain/rpc-client.ts'
import { readDecimals } from '../tokens/read-decimals.ts'
import { AllowanceTooLowError, DecimalsChangedError, InsufficientBalanceError } from './errors.ts'
import type { Route } from './route.ts'
import type { SwapPair, SwapSide } from './swap-chain.ts'

/**
 * Checks conditions that a simulation would only report as a revert: balance, allowance, and that the decimals with which the
 * user saw the amounts still belong to the tokens.
 */
export async function checkAccount(
  { chain, from, to }: SwapPair,
  { kind, router }: Route,
  account: Address,
  amount: bigint,
): Promise<void> {
  const { client } = chain
  const [, balance, allowance] = await Promise.all([
    checkDecimals(client, [from, to]),
    readBalance(client, from, account),
    kind === 'pools' ? readAllowance(client, from, account, router.address) : amount,
  ])
  if (balance < amount) throw new InsufficientBalanceError(from.symbol)
  if (allowance < amount) throw new AllowanceTooLowError(from.symbol)
}

async function checkDecimals(client: RpcClient, sides: readonly SwapSide[]): Promise<void> {
  const tokens = sides.filter(({ token }) => token !== null)
  const results = await readDecimals(client, tokens)
  for (const [index, { decimals, symbol }] of tokens.entries()) {
    if (results[index]?.result !== decimals) throw new DecimalsChangedError(symbol)
  }
}

function readBalance(client: RpcClient, { token }: SwapSide, account: Address): Promise<bigint> {
  if (token === null) return client.getBalance({ address: account })
  const { address } = token
  return client.readContract({
    address,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [account],
  })
}

/** The coin needs none. */
function readAllowance(
  client: RpcClient,
  { token }: SwapSide,
  account: Address,
  spender: Address,
): Promise<bigint> {
  if (token === null) return Promise.resolve(maxUint256)
  const args = [account, spender] as const
  const { address } = token
  return client.readContract({ address, abi: erc20Abi, functionName: 'allowance', args })
}
