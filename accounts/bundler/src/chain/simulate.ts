import { CONTRACTS } from '@bullring/smart-account/contracts'
import type { Operation } from '@bullring/smart-account/signatures'
import {
  type Address,
  decodeErrorResult,
  encodeFunctionData,
  getAbiItem,
  type Hash,
  type Hex,
  type Log,
  parseAbi,
  parseEventLogs,
  size,
} from 'viem'
import { entryPoint07Abi, toPackedUserOperation } from 'viem/account-abstraction'
import {
  type BundlerError,
  RejectedOperationError,
  RevertingOperationError,
  WrongSignatureError,
} from '../http/errors.ts'
import { type ChainClient, readChain } from './chain-client.ts'
import { type Sending, simulateCall } from './simulate-call.ts'

const reasonAbi = parseAbi(['error Error(string)', 'error Panic(uint256)'])

/** Returns the call data of the transaction that runs an operation. */
export function handleOpsData(operation: Operation, beneficiary: Address): Hex {
  return encodeFunctionData({
    abi: entryPoint07Abi,
    functionName: 'handleOps',
    args: [[toPackedUserOperation(operation)], beneficiary],
  })
}

/**
 * Simulates the transaction that runs an operation.
 *
 * @returns The gas that it used.
 * @throws {RejectedOperationError} when the EntryPoint refuses the operation.
 * @throws {RevertingOperationError} when its calls revert.
 */
export async function simulateOperation(
  chain: ChainClient,
  operation: Operation,
  sending: Sending,
): Promise<bigint> {
  const call = { to: CONTRACTS.entryPoint, data: handleOpsData(operation, sending.relayer) }
  const { gasUsed, logs } = await simulateCall(chain, call, sending, (data) =>
    rejectionOf(reasonOf(data)),
  )
  const { event, revert } = operationLogs(logs)
  if (event?.args.success !== true) {
    throw new RevertingOperationError(reasonOf(revert?.args.revertReason ?? '0x'))
  }
  return gasUsed
}

/** EntryPoint 0.7 reports a wrong signature as `AA24`. */
function rejectionOf(reason: string): BundlerError {
  return reason.startsWith('AA24')
    ? new WrongSignatureError(reason)
    : new RejectedOperationError(reason)
}

/** Finds the EntryPoint's events about the only operation of a transaction. */
export function operationLogs(logs: readonly Log[]) {
  const ours = logs.filter(
    ({ address }) => address.toLowerCase() === CONTRACTS.entryPoint.toLowerCase(),
  )
  const parsed = parseEventLogs({ abi: entryPoint07Abi, logs: ours })
  return {
    event: parsed.find((log) => log.eventName === 'UserOperationEvent'),
    revert: parsed.find((log) => log.eventName === 'UserOperationRevertReason'),
  }
}

/** The EntryPoint's event about an operation, and its transaction. */
export type Inclusion = { transactionHash: Hash; args: { success: boolean } }

/** Blocks in which an operation of ours may have been run by someone else. */
const RECENT_BLOCKS = 1_000n

/** Returns the range of these blocks. */
export async function recentBlocks(
  chain: ChainClient,
): Promise<{ fromBlock: bigint; toBlock: bigint }> {
  const head = await readChain(chain.getBlockNumber())
  return { fromBlock: head > RECENT_BLOCKS ? head - RECENT_BLOCKS : 0n, toBlock: head }
}

/** Finds a recent transaction that ran an operation. Returns undefined for none. */
export async function findInclusion(
  chain: ChainClient,
  userOpHash: Hash,
): Promise<Inclusion | undefined> {
  const logs = await readChain(
    chain.getLogs({
      address: CONTRACTS.entryPoint,
      event: getAbiItem({ abi: entryPoint07Abi, name: 'UserOperationEvent' }),
      args: { userOpHash },
      ...(await recentBlocks(chain)),
      strict: true,
    }),
  )
  return logs[0]
}

/** Returns the reason in revert data, or the first four bytes of an unknown error. */
export function reasonOf(data: Hex): string {
  if (data === '0x') return 'no reason'
  try {
    const { errorName, args } = decodeErrorResult({ abi: [...entryPoint07Abi, ...reasonAbi], data })
    if (errorName === 'FailedOp') return String(args[1])
    if (errorName === 'FailedOpWithRevert') return `${args[1]}: ${reasonOf(args[2])}`
    if (errorName === 'Error') return args[0]
    return errorName
  } catch {
    return size(data) < 4 ? 'no reason' : data.slice(0, 10)
  }
}
