import { findCause } from '@bullring/errors/find-cause'
import { CallExecutionError, ContractFunctionRevertedError, isHex, RpcRequestError } from 'viem'

/** Code of a call that the contract has reverted, with every node that follows go-ethereum. */
const REVERTED = 3

/** Words of older nodes, and of those that do not follow go-ethereum. */
const WORDS =
  /revert|invalid opcode|out of gas|vm e(rror|x)|stack underflow|bad (instruction|jump)/i

/**
 * Returns whether the contract itself has refused a call of viem, which reports a busy node (-32603) by the same class: only
 * a contract's reply carries the code 3, revert data or the words of a failed execution.
 */
export function isRevert(error: unknown): boolean {
  const reverted = findCause(error, ContractFunctionRevertedError)
  if (isHex(reverted?.raw)) return true
  const failed = reverted ?? findCause(error, CallExecutionError)
  if (failed === undefined) return false
  // The node's own words; those of viem also name a revert where there is none.
  return findCause(error, RpcRequestError)?.code === REVERTED || WORDS.test(failed.details)
}
