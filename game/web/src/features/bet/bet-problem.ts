import { FEE_RESERVE_WEI } from '@bullring/prediction/bet-amount'
import { COIN_DECIMALS, formatUnits } from '@bullring/prediction/decimal'
import type { Epoch, Wei } from '@bullring/prediction/units'
import { parseAmount } from '#format/parse-amount.ts'
import type { BetFailureMessages, BetMessages } from './bet-messages.ts'

/** Reason why a bet cannot be sent. */
export type BetProblem = {
  kind:
    | 'round'
    | 'ended'
    | 'late'
    | 'entered'
    | 'paused'
    | 'account'
    | 'empty'
    | 'zero'
    | 'amount'
    | 'minimum'
    | 'balance'
    | 'fees'
    | 'limit'
  text: string
}

type BetAttempt = {
  /** Null if no round is selected. */
  round: { epoch: Epoch | null } | null
  hasLocked: boolean
  /** The round locks before an approval could be read. */
  isTooLate: boolean
  hasEntered: boolean
  isPaused: boolean
  /** The contract accepts plain accounts only, and the player's account has code. */
  isContractBarred: boolean
  /** The amount as typed. */
  text: string
  /** Null while unknown: the contract rejects an amount that is too high. */
  balance: Wei | null
  minimum: Wei
  /** Estimated cost of the transaction itself. */
  gasCost: Wei
  /** Reason why the player's own limits do not allow the amount. */
  limitProblem: string | null
}

/** Returns the first reason why a bet cannot be sent, or null (R-BET-10 to R-BET-13). */
export function betProblem(
  attempt: BetAttempt,
  messages: BetMessages,
  failureMessages: BetFailureMessages,
): BetProblem | null {
  return roundProblem(attempt, messages, failureMessages) ?? amountProblem(attempt, messages)
}

function roundProblem(
  { round, hasLocked, isTooLate, hasEntered, isPaused, isContractBarred }: BetAttempt,
  messages: BetMessages,
  failureMessages: BetFailureMessages,
): BetProblem | null {
  if (round === null) return { kind: 'round', text: messages.roundNotFound }
  if (round.epoch === null) return { kind: 'round', text: messages.epochNotFound }
  if (hasLocked) return { kind: 'ended', text: messages.ended }
  if (hasEntered) return { kind: 'entered', text: messages.alreadyEntered }
  if (isTooLate) return { kind: 'late', text: messages.tooLate({ epoch: round.epoch }) }
  if (isPaused) return { kind: 'paused', text: failureMessages.betsPaused }
  return isContractBarred ? { kind: 'account', text: failureMessages.plainOnly } : null
}

function amountProblem(
  { text, balance, minimum, gasCost, limitProblem }: BetAttempt,
  messages: BetMessages,
): BetProblem | null {
  if (text.trim() === '') return { kind: 'empty', text: messages.emptyAmount }
  const amount = parseAmount(text)
  if (amount === null) return { kind: 'amount', text: malformedAmountText(text, messages) }
  if (amount === 0n) return { kind: 'zero', text: messages.emptyAmount }
  if (amount < minimum)
    return {
      kind: 'minimum',
      text: messages.minimum({ minimum: formatUnits(minimum, COIN_DECIMALS) }),
    }
  if (balance !== null && amount > balance) {
    return { kind: 'balance', text: messages.insufficient }
  }
  if (balance !== null && amount + gasCost > balance) {
    const reserve = gasCost > FEE_RESERVE_WEI ? gasCost : FEE_RESERVE_WEI
    const text = messages.leaveForFees({ amount: formatUnits(reserve, COIN_DECIMALS) })
    return { kind: 'fees', text }
  }
  return limitProblem === null ? null : { kind: 'limit', text: limitProblem }
}

const DECIMAL = /^\d*\.\d+$/

function malformedAmountText(text: string, messages: BetMessages): string {
  return DECIMAL.test(text)
    ? messages.tooManyDecimals({ decimals: COIN_DECIMALS })
    : messages.malformedAmount
}
