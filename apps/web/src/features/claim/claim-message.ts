import { findCause } from '@bullring/errors/find-cause'
import { TransactionReplacedError } from '@bullring/wallet-kit/transaction-replaced-error'
import {
  BaseError as ChainError,
  ContractFunctionRevertedError,
  InsufficientFundsError,
  UserRejectedRequestError,
} from 'viem'
import { ProviderNotFoundError } from 'wagmi'
import { isNotConnected } from '#chain/is-not-connected.ts'
import type { ClaimMessages } from './claim-messages.ts'

/** Where the visitor pressed: the specification words the same failure differently in the two places. */
export type ClaimPlace = 'card' | 'history'

export type ClaimMessage = {
  level: 'info' | 'error'
  text: string
  /** The wallet has gone: only a fresh page helps. */
  needsReload: boolean
}

const GAS_REQUIRED_EXCEEDS = /gas required exceeds/i
const REJECTED = /user (rejected|denied)|ACTION_REJECTED/i
const INSUFFICIENT_FUNDS = /insufficient funds/i
const CONNECTION_LOST = /signer not available|wallet not connected|please reconnect wallet first/i

/** What the visitor reads when a claim fails. Texts: spec, section 8. */
export function claimMessage(
  error: unknown,
  place: ClaimPlace,
  messages: ClaimMessages,
): ClaimMessage {
  const lost = place === 'history' && hasLostConnection(error)
  if (lost) return { level: 'error', text: messages.connectionLost, needsReload: true }
  return commonMessage(error, place, messages)
}

function hasLostConnection(error: unknown): boolean {
  return (
    isNotConnected(error) ||
    findCause(error, ProviderNotFoundError) !== undefined ||
    CONNECTION_LOST.test(messageOf(error))
  )
}

function commonMessage(error: unknown, place: ClaimPlace, messages: ClaimMessages): ClaimMessage {
  const isHistory = place === 'history'
  const message = messageOf(error)
  if (findCause(error, UserRejectedRequestError) || REJECTED.test(message)) {
    const text = isHistory ? messages.cancelledInHistory : messages.cancelled
    return { level: 'info', text, needsReload: false }
  }
  const text = causeText(error, message, messages) ?? otherText(error, message, isHistory, messages)
  return { level: 'error', text, needsReload: false }
}

function causeText(error: unknown, message: string, messages: ClaimMessages): string | null {
  if (isNotConnected(error)) return messages.unconnected
  if (findCause(error, ProviderNotFoundError)) return messages.noProvider
  if (GAS_REQUIRED_EXCEEDS.test(message)) return messages.insufficientGas
  if (findCause(error, InsufficientFundsError) || INSUFFICIENT_FUNDS.test(message)) {
    return messages.insufficientFunds
  }
  if (findCause(error, ContractFunctionRevertedError)) return messages.reverted
  return findCause(error, TransactionReplacedError) ? messages.replaced : null
}

function otherText(
  error: unknown,
  message: string,
  isHistory: boolean,
  messages: ClaimMessages,
): string {
  if (isHistory) {
    if (!(error instanceof Error)) return messages.unknownInHistory
    return message === '' ? messages.unexpectedInHistory : messages.otherInHistory(message)
  }
  return message === '' ? messages.unknown : messages.other(message)
}

/** viem's short message: the long one carries request bodies. */
function messageOf(error: unknown): string {
  if (error instanceof ChainError) return error.shortMessage
  return error instanceof Error ? error.message : ''
}
