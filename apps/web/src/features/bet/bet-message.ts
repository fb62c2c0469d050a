import { findCause } from '@bullring/errors/find-cause'
import type { Position } from '@bullring/prediction/payout'
import { TransactionReplacedError } from '@bullring/wallet-kit/transaction-replaced-error'
import {
  BaseError as ChainError,
  ContractFunctionRevertedError,
  InsufficientFundsError,
  UserRejectedRequestError,
} from 'viem'
import { ProviderNotFoundError } from 'wagmi'
import { isNotConnected } from '#chain/is-not-connected.ts'
import type { BetMessages } from './bet-messages.ts'

type FailureMessages = BetMessages['failure']

export type BetMessage = { level: 'info' | 'error'; text: string; detail?: string }

/** Wallets word this one freely, and viem has no class for it. */
const GAS_REQUIRED_EXCEEDS = /gas required exceeds/i
/** Wallets that wrap a refusal in an error of their own still say so. */
const REJECTED = /user (rejected|denied)/i
const INSUFFICIENT_FUNDS = /insufficient funds/i

/** What the visitor reads when a bet fails. Texts: spec, section 8, "Bet and claim". */
export function betMessage(
  error: unknown,
  position: Position,
  messages: FailureMessages,
): BetMessage {
  const said = error instanceof Error ? error.message : ''
  if (findCause(error, UserRejectedRequestError) || REJECTED.test(said)) {
    return { level: 'info', text: messages.cancelled }
  }
  if (isNotConnected(error)) {
    return { level: 'error', text: messages.unconnected }
  }
  if (findCause(error, ProviderNotFoundError)) {
    return { level: 'error', text: messages.noProvider }
  }
  if (GAS_REQUIRED_EXCEEDS.test(said)) {
    return { level: 'error', text: messages.insufficientGas }
  }
  if (findCause(error, InsufficientFundsError) || INSUFFICIENT_FUNDS.test(said)) {
    return { level: 'error', text: messages.insufficientFunds }
  }
  const revert = findCause(error, ContractFunctionRevertedError)
  if (revert) {
    const detail = revertDetail(revert, messages)
    return { level: 'error', text: messages.reverted, ...(detail && { detail }) }
  }
  if (findCause(error, TransactionReplacedError)) return { level: 'error', text: messages.replaced }
  const message = error instanceof ChainError ? error.shortMessage : said
  const text = message === '' ? messages.unknown(position) : messages.other(position, message)
  return { level: 'error', text }
}

/** The contract's own reasons, with their numbers. Their arguments are those of the ABI. */
const REVERT_DETAILS: Readonly<
  Record<string, (messages: FailureMessages, args: readonly unknown[]) => string>
> = {
  EpochNotOpen: (messages, [epoch, open]) => messages.epochNotOpen(`${epoch}`, `${open}`),
  BetTooSmall: (messages, [, minimum]) =>
    typeof minimum === 'bigint' ? messages.betTooSmall(minimum) : '',
  BetAlreadyPlaced: (messages, [epoch]) => messages.betAlreadyPlaced(`${epoch}`),
  BetsPaused: (messages) => messages.betsPaused,
}

function revertDetail(
  { data }: ContractFunctionRevertedError,
  messages: FailureMessages,
): string | undefined {
  const detail = data && REVERT_DETAILS[data.errorName]
  return detail?.(messages, data?.args ?? []) || undefined
}
