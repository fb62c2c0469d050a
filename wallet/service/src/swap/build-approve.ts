import type { ConvertApproveResponse } from '@bullring/wallet-api/blockchain-api/convert-approve'
import { toCaipAddress } from '@bullring/wire/caip-ids'
import { type Address, encodeFunctionData, erc20Abi, maxUint256 } from 'viem'
import { ONE_REQUEST, requireReachable } from '../chain/require-reachable.ts'
import { NoApprovalNeededError, SwapRevertsError } from './errors.ts'
import { simulate } from './simulate.ts'
import { requireRouters, type SwapChain, type SwapPair } from './swap-chain.ts'
import { withGas } from './with-gas.ts'

/** Amount of a token that the exchange may take; with several routers, the smallest of their amounts. */
export async function readAllowance(
  chain: SwapChain,
  token: Address,
  account: Address,
): Promise<bigint> {
  const allowances = await readAllowances(chain, token, account)
  return allowances.reduce(
    (least, { allowance }) => (allowance < least ? allowance : least),
    maxUint256,
  )
}

/**
 * Builds the approval of the router that may take least. No other address is ever approved: only configured routers.
 *
 * @throws {NoApprovalNeededError} for the coin.
 */
export async function buildApprove(
  { chain, from }: SwapPair,
  account: Address,
  amount: bigint,
): Promise<ConvertApproveResponse> {
  if (from.token === null) throw new NoApprovalNeededError()
  const allowances = await readAllowances(chain, from.address, account)
  const [least] = allowances.toSorted((a, b) => (a.allowance < b.allowance ? -1 : 1))
  if (least === undefined) throw new NoApprovalNeededError()
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [least.router, amount],
  })
  const call = { to: from.address, data, value: 0n }
  const simulation = await simulate(chain.client, account, call)
  if (!simulation.succeeds) throw new SwapRevertsError(simulation.reason)
  // Clients estimate with `to` and send to `from`: both are the token.
  const token = toCaipAddress(chain.identity.id, from.address)
  const eip155 = await withGas(chain.client, account, call)
  return { tx: { from: token, to: token, data, value: '0', eip155 } }
}

async function readAllowances(
  chain: SwapChain,
  token: Address,
  account: Address,
): Promise<readonly { router: Address; allowance: bigint }[]> {
  const routers = await requireRouters(chain)
  const results = await chain.client.multicall({
    ...ONE_REQUEST,
    contracts: routers.map(({ address }) => ({
      address: token,
      abi: erc20Abi,
      functionName: 'allowance' as const,
      args: [account, address] as const,
    })),
  })
  requireReachable(results)
  return routers.map(({ address }, index) => ({
    router: address,
    allowance: results[index]?.result ?? 0n,
  }))
}
