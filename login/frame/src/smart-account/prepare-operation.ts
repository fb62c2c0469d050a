import type { ChainRequest } from '@bullring/approval/chain/chain-client'
import { type FailureReason, operationFailure } from '@bullring/approval/chain/failure-reason'
import { ChainError } from '@bullring/approval/errors'
import { accountAddress, accountDeployment } from '@bullring/smart-account/account-address'
import { type Call, encodeCalls } from '@bullring/smart-account/calls'
import { CONTRACTS } from '@bullring/smart-account/contracts'
import { type Operation, STUB_SIGNATURE } from '@bullring/smart-account/signatures'
import { type Address, type Client, parseAbi } from 'viem'
import { formatUserOperationRequest } from 'viem/account-abstraction'
import { getBalance, getCode, getGasPrice, readContract } from 'viem/actions'
import * as z from 'zod/mini'

/** An operation that is complete but for its signature, and what is known about it. */
export type PreparedOperation = {
  operation: Operation
  /** Whether the operator pays the fee. */
  isSponsored: boolean
  /** The most that the account pays for it. */
  maxFee: bigint
  balance: bigint
  /** Whether the balance pays for values and fee. */
  isFunded: boolean
  isDeployed: boolean
  /** Why it cannot be sent at this time; null when a simulation succeeded. */
  failure: FailureReason | null
}

const Quantity = z.pipe(
  z.templateLiteral(['0x', z.string().check(z.regex(/^[0-9a-fA-F]{1,64}$/))]),
  z.transform((text) => BigInt(text)),
)
const GasLimits = z.object({
  preVerificationGas: Quantity,
  verificationGasLimit: Quantity,
  callGasLimit: Quantity,
})
const Quote = z.object({
  isSponsored: z.boolean(),
  maxFeePerGas: Quantity,
  maxPriorityFeePerGas: Quantity,
})

const entryPointAbi = parseAbi([
  'function getNonce(address sender, uint192 key) view returns (uint256)',
])

const NO_LIMITS = { preVerificationGas: 0n, verificationGasLimit: 0n, callGasLimit: 0n }

/** Percentages of the current gas price, which may rise until then; for hosted bundlers that suggest no price. */
const OFFER = { maxFeePercent: 150n, priorityPercent: 125n }

/** Reads everything that an operation with these calls needs, and simulates it. */
export async function prepareOperation(
  client: Client,
  bundler: ChainRequest,
  { owner, calls }: { owner: Address; calls: readonly Call[] },
): Promise<PreparedOperation> {
  const sender = accountAddress(owner)
  const [start, balance] = await Promise.all([
    readStart(client, owner),
    getBalance(client, { address: sender }),
  ])
  const draft: Operation = {
    sender,
    ...start,
    callData: encodeCalls(calls),
    ...NO_LIMITS,
    maxFeePerGas: 0n,
    maxPriorityFeePerGas: 0n,
    signature: STUB_SIGNATURE,
  }
  const values = calls.reduce((sum, { value }) => sum + value, 0n)
  const state = { balance, isDeployed: start.factory === undefined }
  const trial = await estimate(bundler, draft)
  if ('failure' in trial) {
    const isFunded = balance >= values
    return { ...state, operation: draft, isSponsored: false, maxFee: 0n, isFunded, ...trial }
  }
  const limited = { ...draft, ...trial }
  const { isSponsored, ...fees } = await quoteFees(client, bundler, limited)
  const operation = { ...limited, ...fees }
  const maxFee = maxFeeOf(operation)
  const isFunded = balance >= values + maxFee
  return { ...state, operation, isSponsored, maxFee, isFunded, failure: null }
}

/** Reads nonce and deployment: the account may have run another operation since it was prepared. */
export async function readStart(client: Client, owner: Address) {
  const address = accountAddress(owner)
  const [nonce, code] = await Promise.all([
    readContract(client, {
      address: CONTRACTS.entryPoint,
      abi: entryPointAbi,
      functionName: 'getNonce',
      args: [address, 0n],
    }),
    getCode(client, { address }),
  ])
  if (code !== undefined) return { nonce, factory: undefined, factoryData: undefined }
  return { nonce, ...accountDeployment(owner) }
}

async function estimate(bundler: ChainRequest, draft: Operation) {
  try {
    return GasLimits.parse(await bundler(callOf('eth_estimateUserOperationGas', draft)))
  } catch (error) {
    if (error instanceof ChainError) return { failure: operationFailure(error) }
    throw error
  }
}

/** Hosted bundlers sponsor nothing and lack this method. */
async function quoteFees(client: Client, bundler: ChainRequest, operation: Operation) {
  try {
    return Quote.parse(await bundler(callOf('bundler_quoteFees', operation)))
  } catch (error) {
    if (!(error instanceof ChainError)) throw error
    const price = await getGasPrice(client)
    const percentOf = (percent: bigint) => (price * percent) / 100n
    return {
      isSponsored: false,
      maxFeePerGas: percentOf(OFFER.maxFeePercent),
      maxPriorityFeePerGas: percentOf(OFFER.priorityPercent),
    }
  }
}

/** Returns a call of a bundler's method with an operation. */
export function callOf(method: string, operation: Operation) {
  return { method, params: [formatUserOperationRequest(operation), CONTRACTS.entryPoint] }
}

function maxFeeOf(operation: Operation): bigint {
  const { preVerificationGas, verificationGasLimit, callGasLimit, maxFeePerGas } = operation
  return (preVerificationGas + verificationGasLimit + callGasLimit) * maxFeePerGas
}
