import type { Epoch, Wei } from '@bullring/prediction/units'
import { parseAmount } from '#format/parse-amount.ts'
import type { DirectBetMessages } from './direct-bet-messages.ts'
import { parseEpoch } from './epoch-text.ts'

/** The bet as typed, checked: what to send, or what is wrong in which field. */
export type BetCheck =
  | { kind: 'ready'; epoch: Epoch; amount: Wei }
  | { kind: 'problem'; field: 'wallet' | 'epoch' | 'amount'; text: string }

/** What was typed, and what speaks against sending anything at all. */
type BetInput = { walletProblem: string | null; epoch: string; amount: string }

/** Spec, section 5: wallet connected; epoch required; amount above 0. */
export function checkBet(input: BetInput, { bet }: DirectBetMessages): BetCheck {
  const { walletProblem } = input
  if (walletProblem !== null) return { kind: 'problem', field: 'wallet', text: walletProblem }
  if (input.epoch.trim() === '') return { kind: 'problem', field: 'epoch', text: bet.epochRequired }
  const epoch = parseEpoch(input.epoch)
  if (epoch === null) return { kind: 'problem', field: 'epoch', text: bet.epochInvalid }
  const amount = parseAmount(input.amount)
  if (amount === null || amount === 0n) {
    return { kind: 'problem', field: 'amount', text: bet.amountInvalid }
  }
  return { kind: 'ready', epoch, amount }
}
