import { findCause } from '@bullring/errors/find-cause'
import { TransactionReplacedError } from '@bullring/wallet-kit/transaction-replaced-error'
import {
  BaseError as ChainError,
  ContractFunctionRevertedError,
  InsufficientFundsError,
  UserRejectedRequestError,
} from 'viem'
import { isNotConnected } from '#chain/is-not-connected.ts'
import type { DirectBetMessages } from './direct-bet-messages.ts'

export type DirectBetMessage = { level: 'info' | 'error'; text: string }

/** EIP-1193: the visitor said no. Providers throw plain objects too. */
const REJECTED_CODE = 4001

/** Wallets word these freely. */
const REJECTED = /user (rejected|denied)|ACTION_REJECTED/i
const GAS_REQUIRED_EXCEEDS = /gas required exceeds/i
const INSUFFICIENT_FUNDS = /insufficient funds/i
const EXECUTION_REVERTED = /execution reverted/i

/** What the visitor reads when a step fails. Texts: spec, section 8, "Direct page". */
export function directBetMessage(
  error: unknown,
  action: 'bet' | 'claim' | 'switch',
  { failure, wallet }: DirectBetMessages,
): DirectBetMessage {
  const said = messageOf(error)
  if (isRejection(error, said)) return { level: 'info', text: failure.cancelled }
  if (isNotConnected(error)) return { level: 'error', text: wallet.required }
  if (GAS_REQUIRED_EXCEEDS.test(said)) return { level: 'error', text: failure.insufficientGas }
  if (findCause(error, InsufficientFundsError) || INSUFFICIENT_FUNDS.test(said)) {
    return { level: 'error', text: failure.insufficientFunds }
  }
  if (findCause(error, TransactionReplacedError)) return { level: 'error', text: failure.replaced }
  const revert = findCause(error, ContractFunctionRevertedError)
  if (action === 'claim' && (revert || EXECUTION_REVERTED.test(said))) {
    return { level: 'error', text: failure.claimReverted }
  }
  const detail = isBare(revert) ? failure.betReverted : detailOf(error, revert)
  return { level: 'error', text: failure.other(detail || failure.unknown) }
}

function isRejection(error: unknown, said: string): boolean {
  const hasCode = typeof error === 'object' && error !== null && 'code' in error
  return (
    findCause(error, UserRejectedRequestError) !== undefined ||
    REJECTED.test(said) ||
    (hasCode && error.code === REJECTED_CODE)
  )
}

/** A call that was refused when it was mined: the chain keeps no reason of it. */
function isBare(revert: ContractFunctionRevertedError | undefined): boolean {
  return revert !== undefined && revert.data === undefined && revert.reason === undefined
}

/** The contract's own reason as it is called in the ABI, which is what a developer looks for. */
function detailOf(error: unknown, revert: ContractFunctionRevertedError | undefined): string {
  if (revert?.data) return `${revert.data.errorName}(${(revert.data.args ?? []).join(', ')})`
  return error instanceof ChainError ? error.shortMessage : messageOf(error)
}

/** EIP-1193 providers throw plain objects with a message as well. */
function messageOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('message' in error)) return ''
  return typeof error.message === 'string' ? error.message : ''
}
