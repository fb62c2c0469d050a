import type { Epoch, Wei } from '@bullring/prediction/units'
import { maxUint256 } from 'viem'
import { parseAmount } from '#format/parse-amount.ts'
import type { DirectBetMessages } from '../direct-bet-messages.ts'
import { parseEpoch } from './epoch-text.ts'

/** The result of a check: the bet to send, or the problem and its field. */
export type BetCheck =
  | { kind: 'ready'; epoch: Epoch; amount: Wei }
  | { kind: 'problem'; field: 'wallet' | 'epoch' | 'amount'; text: string }

/** The typed values, and what is known besides. */
type BetInput = {
  /** Reason why the wallet cannot send anything; null when it can. */
  walletProblem: string | null
  epoch: string
  amount: string
  /** The open round, where it locks before an approval could be read; otherwise null. */
  closing: Epoch | null
}

/** Checks the form before a bet is sent (R-DIRECT-5). */
export function checkBet(input: BetInput, messages: DirectBetMessages): BetCheck {
  const { walletProblem } = input
  if (walletProblem !== null) return { kind: 'problem', field: 'wallet', text: walletProblem }
  if (input.epoch.trim() === '')
    return { kind: 'problem', field: 'epoch', text: messages.epochRequired }
  const epoch = parseEpoch(input.epoch)
  if (epoch === null) return { kind: 'problem', field: 'epoch', text: messages.betEpochInvalid }
  if (epoch === input.closing)
    return { kind: 'problem', field: 'epoch', text: messages.tooLate({ epoch }) }
  const amount = parseAmount(input.amount)
  // No transaction can carry more than `maxUint256`.
  if (amount === null || amount === 0n || amount > maxUint256) {
    return { kind: 'problem', field: 'amount', text: messages.amountInvalid }
  }
  return { kind: 'ready', epoch, amount }
}
