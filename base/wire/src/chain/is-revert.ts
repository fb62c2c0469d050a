import { findCause } from '@bullring/errors/find-cause'
import { ContractFunctionRevertedError, isHex, RpcRequestError } from 'viem'

/** Code of a call that the contract has reverted, with every node that follows go-ethereum. */
const REVERTED = 3

/**
 * Returns whether the contract itself has refused a call of viem, which reports a busy node (-32603) by the same class: only
 * a contract's reply carries the code 3 or revert data.
 */
export function isRevert(error: unknown): boolean {
  const reverted = findCause(error, ContractFunctionRevertedError)
  if (reverted === undefined) return false
  return isHex(reverted.raw) || findCause(error, RpcRequestError)?.code === REVERTED
}
