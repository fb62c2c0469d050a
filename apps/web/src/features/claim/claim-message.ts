import { findCause } from '@bullring/errors/find-cause'
import {
  BaseError as ChainError,
  ContractFunctionRevertedError,
  InsufficientFundsError,
  UserRejectedRequestError,
} from 'viem'
import { ProviderNotFoundError } from 'wagmi'
import { isNotConnected } from '#chain/is-not-connected.ts'
import { TransactionReplacedError } from '#chain/wait-until-mined.ts'
import type { ClaimWords } from './claim-words.ts'

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
export function claimMessage(error: unknown, place: ClaimPlace, words: ClaimWords): ClaimMessage {
  const lost = place === 'history' && hasLostConnection(error)
  if (lost) return { level: 'error', text: words.connectionLost, needsReload: true }
  return commonMessage(error, place, words)
}

function hasLostConnection(error: unknown): boolean {
  return (
    isNotConnected(error) ||
    findCause(error, ProviderNotFoundError) !== undefined ||
    CONNECTION_LOST.test(messageOf(error))
  )
}

function commonMessage(error: unknown, place: ClaimPlace, words: ClaimWords): ClaimMessage {
  const isHistory = place === 'history'
  const message = messageOf(error)
  if (findCause(error, UserRejectedRequestError) || REJECTED.test(message)) {
    const text = isHistory ? words.cancelledInHistory : words.cancelled
    return { level: 'info', text, needsReload: false }
  }
  const text = causeText(error, message, words) ?? otherText(error, message, isHistory, words)
  return { level: 'error', text, needsReload: false }
}

function causeText(error: unknown, message: string, words: ClaimWords): string | null {
  if (isNotConnected(error)) return words.unconnected
  if (findCause(error, ProviderNotFoundError)) return words.noProvider
  if (GAS_REQUIRED_EXCEEDS.test(message)) return words.insufficientGas
  if (findCause(error, InsufficientFundsError) || INSUFFICIENT_FUNDS.test(message)) {
    return words.insufficientFunds
  }
  if (findCause(error, ContractFunctionRevertedError)) return words.reverted
  return findCause(error, TransactionReplacedError) ? words.replaced : null
}

function otherText(error: unknown, message: string, isHistory: boolean, words: ClaimWords): string {
  if (isHistory) {
    if (!(error instanceof Error)) return words.unknownInHistory
    return message === '' ? words.unexpectedInHistory : words.otherInHistory(message)
  }
  return message === '' ? words.unknown : words.other(message)
}

/** viem's short message: the long one carries request bodies. */
function messageOf(error: unknown): string {
  if (error instanceof ChainError) return error.shortMessage
  return error instanceof Error ? error.message : ''
}
