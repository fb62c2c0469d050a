import { findCause } from '@bullring/errors/find-cause'
import {
  BaseError as ChainError,
  ContractFunctionRevertedError,
  InsufficientFundsError,
  UserRejectedRequestError,
} from 'viem'
import { ProviderNotFoundError } from 'wagmi'
import { isNotConnected } from '#chain/is-not-connected.ts'

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
export function claimMessage(error: unknown, place: ClaimPlace): ClaimMessage {
  return (place === 'history' ? connectionMessage(error) : null) ?? commonMessage(error, place)
}

function connectionMessage(error: unknown): ClaimMessage | null {
  const isLost =
    isNotConnected(error) ||
    findCause(error, ProviderNotFoundError) ||
    CONNECTION_LOST.test(messageOf(error))
  if (!isLost) return null
  const text = 'Wallet connection issue. Refreshing page in 3 seconds...'
  return { level: 'error', text, needsReload: true }
}

function commonMessage(error: unknown, place: ClaimPlace): ClaimMessage {
  const isHistory = place === 'history'
  const message = messageOf(error)
  if (findCause(error, UserRejectedRequestError) || REJECTED.test(message)) {
    const text = isHistory ? 'Transaction cancelled' : 'Transaction cancelled by user'
    return { level: 'info', text, needsReload: false }
  }
  return { level: 'error', text: failureText(error, message, isHistory), needsReload: false }
}

function failureText(error: unknown, message: string, isHistory: boolean): string {
  if (isNotConnected(error)) return 'Please connect wallet first'
  if (findCause(error, ProviderNotFoundError)) return 'Provider not available'
  if (GAS_REQUIRED_EXCEEDS.test(message)) return 'Insufficient BNB for gas fees'
  if (findCause(error, InsufficientFundsError) || INSUFFICIENT_FUNDS.test(message)) {
    return 'Insufficient BNB balance for claiming'
  }
  if (findCause(error, ContractFunctionRevertedError)) {
    return 'Contract execution reverted: nothing to claim or already claimed'
  }
  if (isHistory) {
    if (!(error instanceof Error)) return 'Failed to claim winnings, please try again'
    return message === '' ? 'An unexpected error occurred' : `Failed to claim: ${message}`
  }
  return message === '' ? 'Claim failed, please try again' : `Claim failed: ${message}`
}

/** viem's short message: the long one carries request bodies. */
function messageOf(error: unknown): string {
  if (error instanceof ChainError) return error.shortMessage
  return error instanceof Error ? error.message : ''
}
