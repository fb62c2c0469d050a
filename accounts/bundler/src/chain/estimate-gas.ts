import { CONTRACTS } from '@bullring/smart-account/contracts'
import { type Operation, STUB_SIGNATURE } from '@bullring/smart-account/signatures'
import { type Hex, hexToBytes } from 'viem'
import { RevertingOperationError } from '../http/errors.ts'
import { type ChainClient, readChain } from './chain-client.ts'
import { handleOpsData, reasonOf } from './simulate.ts'

export type GasLimits = Pick<
  Operation,
  'preVerificationGas' | 'verificationGasLimit' | 'callGasLimit'
>

const TRANSACTION_GAS = 21_000n
/** Gas that `handleOps` needs around validation and calls, measured with a margin. */
const ENTRY_POINT_GAS = 35_000n
/** Validation of a signature by the module takes 60,000 at most. */
const VALIDATION_GAS = 110_000n
/** Deploying an account takes 290,000. Unused verification gas costs nothing. */
const DEPLOYMENT_GAS = 400_000n
/** Refunds are not part of the measured gas, and nested calls keep a 64th. */
const MARGIN = { percent: 125n, gas: 30_000n }
/** Maximum gas of all calls of an operation. */
export const MAX_CALL_GAS = 5_000_000n
export const MAX_VERIFICATION_GAS = 1_000_000n
export const MAX_PRE_VERIFICATION_GAS = 500_000n

/**
 * Estimates the gas limits of an operation, whose signature need not be valid.
 *
 * @throws {RevertingOperationError}
 */
export async function estimateGas(chain: ChainClient, operation: Operation): Promise<GasLimits> {
  const { sender, factory, factoryData, callData } = operation
  const account = CONTRACTS.entryPoint
  const deployment = factory && factoryData ? [{ account, to: factory, data: factoryData }] : []
  const execution = { account, to: sender, data: callData, gas: MAX_CALL_GAS }
  const calls = [...deployment, execution]
  const [block] = await readChain(chain.simulateBlocks({ blocks: [{ calls }] }))
  const results = block?.calls ?? []
  const failed = results.find(({ status }) => status !== 'success')
  const result = results.at(-1)
  if (failed !== undefined || result === undefined) {
    throw new RevertingOperationError(reasonOf(failed?.data ?? '0x'))
  }
  const used = result.gasUsed - TRANSACTION_GAS
  return {
    preVerificationGas: preVerificationGas(operation),
    verificationGasLimit: VALIDATION_GAS + (factory === undefined ? 0n : DEPLOYMENT_GAS),
    callGasLimit: (used * MARGIN.percent) / 100n + MARGIN.gas,
  }
}

/** Placeholder of fields that the owner signs later, with as many bytes as any value has. */
const UNKNOWN_FIELDS = {
  callGasLimit: MAX_CALL_GAS,
  verificationGasLimit: MAX_CALL_GAS,
  preVerificationGas: MAX_CALL_GAS,
  maxFeePerGas: 2n ** 63n - 1n,
  maxPriorityFeePerGas: 2n ** 63n - 1n,
  signature: STUB_SIGNATURE,
}

/** Returns the gas that `handleOps` uses and the EntryPoint does not measure, whatever the limits and fees. */
export function preVerificationGas(operation: Operation): bigint {
  const widest = { ...operation, ...UNKNOWN_FIELDS }
  const { data, floor } = dataGas(handleOpsData(widest, CONTRACTS.entryPoint))
  const used = ENTRY_POINT_GAS + data
  return TRANSACTION_GAS + (used > floor ? used : floor)
}

/** Returns the gas that the relayer loses at most when the EntryPoint refuses an operation in a block. */
export function refusedGas(operation: Operation): bigint {
  return preVerificationGas(operation) + operation.verificationGasLimit
}

/** Returns the gas limit of the transaction that runs an operation. */
export function transactionGas(operation: Operation): bigint {
  const { verificationGasLimit, callGasLimit } = operation
  // A call gets 63 of 64 parts of the remaining gas.
  const inner = ((verificationGasLimit + callGasLimit) * 64n) / 63n
  return preVerificationGas(operation) + inner + 60_000n
}

/** Returns the gas charged for a transaction's data, and the least gas that such a transaction pays (EIP-7623). */
function dataGas(data: Hex): { data: bigint; floor: bigint } {
  const bytes = hexToBytes(data)
  const zeros = BigInt(bytes.filter((byte) => byte === 0).length)
  const others = BigInt(bytes.length) - zeros
  return { data: zeros * 4n + others * 16n, floor: zeros * 10n + others * 40n }
}
