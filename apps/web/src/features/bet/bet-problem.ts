import type { Epoch, Wei } from '@bullring/prediction/units'
import { parseAmount } from '#ui/parse-amount.ts'
import type { BetWords } from './bet-words.ts'

/** What keeps a bet from being sent. */
export type BetProblem = {
  kind:
    | 'round'
    | 'ended'
    | 'entered'
    | 'paused'
    | 'empty'
    | 'zero'
    | 'amount'
    | 'minimum'
    | 'balance'
  text: string
}

type BetAttempt = {
  /** Null when the round is not known (any more). */
  round: { epoch: Epoch | null } | null
  hasLocked: boolean
  hasEntered: boolean
  isPaused: boolean
  /** The amount as typed. */
  text: string
  /** Null while unknown: then the contract has the last word. */
  balance: Wei | null
  minimum: Wei
}

/** The first reason why a bet cannot be sent; null when nothing speaks against it. Spec, section 5. */
export function betProblem(attempt: BetAttempt, words: BetWords): BetProblem | null {
  return roundProblem(attempt, words) ?? amountProblem(attempt, words)
}

function roundProblem(
  { round, hasLocked, hasEntered, isPaused }: BetAttempt,
  words: BetWords,
): BetProblem | null {
  if (round === null) return { kind: 'round', text: words.roundNotFound }
  if (round.epoch === null) return { kind: 'round', text: words.epochNotFound }
  if (hasLocked) return { kind: 'ended', text: words.ended }
  if (hasEntered) return { kind: 'entered', text: words.alreadyEntered }
  return isPaused ? { kind: 'paused', text: words.failure.betsPaused } : null
}

function amountProblem({ text, balance, minimum }: BetAttempt, words: BetWords): BetProblem | null {
  if (text.trim() === '') return { kind: 'empty', text: words.emptyAmount }
  const amount = parseAmount(text)
  if (amount === null) return { kind: 'amount', text: words.emptyAmount }
  if (amount === 0n) return { kind: 'zero', text: words.zeroAmount }
  if (amount < minimum) return { kind: 'minimum', text: words.minimum(minimum) }
  if (balance !== null && amount > balance) {
    return { kind: 'balance', text: words.insufficient }
  }
  return null
}
