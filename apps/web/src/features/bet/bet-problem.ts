import type { Epoch, Wei } from '@bullring/prediction/units'
import { parseAmount } from '#ui/parse-amount.ts'
import { BET_WORDS, minimumWords } from './bet-words.ts'

/** What keeps a bet from being sent. */
export type BetProblem = {
  kind: 'round' | 'ended' | 'entered' | 'empty' | 'zero' | 'amount' | 'minimum' | 'balance'
  text: string
}

type BetAttempt = {
  /** Null when the round is not known (any more). */
  round: { epoch: Epoch | null } | null
  hasLocked: boolean
  hasEntered: boolean
  /** The amount as typed. */
  text: string
  /** Null while unknown: then the contract has the last word. */
  balance: Wei | null
  minimum: Wei
}

/** The first reason why a bet cannot be sent; null when nothing speaks against it. Spec, section 5. */
export function betProblem(attempt: BetAttempt): BetProblem | null {
  return roundProblem(attempt) ?? amountProblem(attempt)
}

function roundProblem({ round, hasLocked, hasEntered }: BetAttempt): BetProblem | null {
  if (round === null) return { kind: 'round', text: BET_WORDS.roundNotFound }
  if (round.epoch === null) return { kind: 'round', text: BET_WORDS.epochNotFound }
  if (hasLocked) return { kind: 'ended', text: BET_WORDS.ended }
  return hasEntered ? { kind: 'entered', text: BET_WORDS.alreadyEntered } : null
}

function amountProblem({ text, balance, minimum }: BetAttempt): BetProblem | null {
  if (text.trim() === '') return { kind: 'empty', text: BET_WORDS.emptyAmount }
  const amount = parseAmount(text)
  if (amount === null) return { kind: 'amount', text: BET_WORDS.emptyAmount }
  if (amount === 0n) return { kind: 'zero', text: BET_WORDS.zeroAmount }
  if (amount < minimum) return { kind: 'minimum', text: minimumWords(minimum) }
  if (balance !== null && amount > balance) {
    return { kind: 'balance', text: BET_WORDS.insufficient }
  }
  return null
}
