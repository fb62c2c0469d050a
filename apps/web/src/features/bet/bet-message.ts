import { findCause } from '@bullring/errors/find-cause'
import type { Position } from '@bullring/prediction/payout'
import {
  BaseError as ChainError,
  ContractFunctionRevertedError,
  InsufficientFundsError,
  UserRejectedRequestError,
} from 'viem'
import { ProviderNotFoundError } from 'wagmi'
import { isNotConnected } from '#chain/is-not-connected.ts'
import { formatBnb } from '#ui/format.ts'

export type BetMessage = { level: 'info' | 'error'; text: string; detail?: string }

/** Wallets word this one freely, and viem has no class for it. */
const GAS_REQUIRED_EXCEEDS = /gas required exceeds/i
/** Wallets that wrap a refusal in an error of their own still say so. */
const REJECTED = /user (rejected|denied)/i
const INSUFFICIENT_FUNDS = /insufficient funds/i

const NAMES = { bull: 'Bull', bear: 'Bear' } as const satisfies Record<Position, string>

/** What the visitor reads when a bet fails. Texts: spec, section 8, "Bet and claim". */
export function betMessage(error: unknown, position: Position): BetMessage {
  const said = error instanceof Error ? error.message : ''
  if (findCause(error, UserRejectedRequestError) || REJECTED.test(said)) {
    return { level: 'info', text: 'Transaction cancelled by user' }
  }
  if (isNotConnected(error)) {
    return { level: 'error', text: 'Please connect wallet first' }
  }
  if (findCause(error, ProviderNotFoundError)) {
    return { level: 'error', text: 'Provider not available' }
  }
  if (GAS_REQUIRED_EXCEEDS.test(said)) {
    return { level: 'error', text: 'Insufficient BNB for gas fees' }
  }
  if (findCause(error, InsufficientFundsError) || INSUFFICIENT_FUNDS.test(said)) {
    return { level: 'error', text: 'Insufficient BNB balance' }
  }
  const revert = findCause(error, ContractFunctionRevertedError)
  if (revert) {
    const text = 'Contract execution reverted: round may be locked or closed'
    const detail = revertDetail(revert)
    return { level: 'error', text, ...(detail && { detail }) }
  }
  const message = error instanceof ChainError ? error.shortMessage : said
  const bet = `Bet ${NAMES[position]}`
  return { level: 'error', text: message === '' ? `${bet} Failed` : `${bet} failed: ${message}` }
}

/** The contract's own reasons, with their numbers. Their arguments are those of the ABI. */
const REVERT_DETAILS: Readonly<Record<string, (args: readonly unknown[]) => string>> = {
  EpochNotOpen: ([epoch, open]) => `Round #${epoch} takes no bets; round #${open} is open.`,
  BetTooSmall: ([, minimum]) =>
    typeof minimum === 'bigint' ? `The smallest bet is ${formatBnb(minimum)} BNB.` : '',
  BetAlreadyPlaced: ([epoch]) => `You have a bet in round #${epoch} already.`,
  BetsPaused: () => 'Bets are paused for now. Claims still work.',
}

function revertDetail({ data }: ContractFunctionRevertedError): string | undefined {
  const detail = data && REVERT_DETAILS[data.errorName]
  return detail?.(data?.args ?? []) || undefined
}
