import type { Call } from '@bullring/smart-account/calls'
import { CONTRACTS } from '@bullring/smart-account/contracts'
import { type Address, encodeFunctionData } from 'viem'
import { entryPoint07Abi, type SmartAccount, toPackedUserOperation } from 'viem/account-abstraction'

/** Enough for a deployment and several bets. */
const LIMITS = {
  callGasLimit: 3_000_000n,
  verificationGasLimit: 700_000n,
  preVerificationGas: 100_000n,
} as const

/**
 * Signs calls of an account, whose owner has approved them, and returns the call of the EntryPoint that runs them, as a
 * bundler would. Its sender pays; the account is deployed with its first operation.
 */
export async function handleCalls(
  account: SmartAccount,
  calls: readonly Call[],
  beneficiary: Address,
): Promise<Call> {
  const { factory, factoryData } = await account.getFactoryArgs()
  const operation = {
    sender: account.address,
    nonce: await account.getNonce(),
    ...LIMITS,
    ...(factory && factoryData && { factory, factoryData }),
    callData: await account.encodeCalls(calls),
    maxFeePerGas: 0n,
    maxPriorityFeePerGas: 0n,
    signature: '0x' as const,
  }
  const signature = await account.signUserOperation(operation)
  const data = encodeFunctionData({
    abi: entryPoint07Abi,
    functionName: 'handleOps',
    args: [[toPackedUserOperation({ ...operation, signature })], beneficiary],
  })
  return { to: CONTRACTS.entryPoint, value: 0n, data }
}
