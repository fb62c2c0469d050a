import type { Position } from '@bullring/prediction/payout'
import type { BasisPoints, Wei } from '@bullring/prediction/units'
import { formatBnb, formatPercent } from '#ui/format.ts'
import { POSITION_WORDS } from '#ui/position-words.ts'

/** Everything the bet dialog says. Messages of the specification, section 5, word by word. */
export const BET_WORDS = {
  amount: 'Amount',
  unit: 'BNB',
  balance: 'Balance',
  slider: 'Share of balance',
  max: 'Max',
  round: 'Round',
  locksIn: 'locks in',
  stake: 'You stake',
  payout: 'You get if you win',
  profit: 'Profit',
  oneSided: 'Nobody is on the other side yet. If it stays so, your stake comes back.',
  warning: "You won't be able to remove or change your position once you enter it.",
  pending: 'Confirm in your wallet...',
  emptyAmount: 'Please enter a valid bet amount',
  /** "Please enter a valid bet amount", in the language the specification gives it in. */
  zeroAmount: '\u8bf7\u8f93\u5165\u6709\u6548\u7684\u4e0b\u6ce8\u91d1\u989d',
  roundNotFound: 'Round not found',
  epochNotFound: 'Round epoch not found',
  ended: 'Betting period for this round has ended',
  insufficient: 'Insufficient BNB balance',
  alreadyEntered: 'You have already entered this round',
} as const

export function predictWords(position: Position): string {
  return `Predict ${POSITION_WORDS[position]}`
}

export function confirmWords(position: Position): string {
  return `Confirm ${POSITION_WORDS[position]}`
}

export function minimumWords(minimum: Wei): string {
  return `The smallest bet is ${formatBnb(minimum)} BNB`
}

export function successWords(position: Position): string {
  return `Bet ${POSITION_WORDS[position]} Successfully`
}

/** The risk, said once and plainly. */
export function riskWords(treasuryFee: BasisPoints): string {
  return `The odds move until the round locks. The house takes ${formatPercent(treasuryFee)} of every decided round. On average players lose that.`
}
