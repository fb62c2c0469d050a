import { COIN_DECIMALS, formatUnits } from '@bullring/prediction/decimal'
import type { Position } from '@bullring/prediction/payout'
import type { BasisPoints, Epoch, Wei } from '@bullring/prediction/units'
import type { Failure } from '@bullring/wallet-kit/failure'
import { formatBnb, formatPercent } from '#format/format.ts'
import type { MessagesByLanguage } from '#i18n/language.ts'
import { POSITION_LABELS } from '#ui/position-messages.ts'
import type { NextFee } from './use-next-fee.ts'

/** R-BET-19: the sides in the text of a failed bet. */
const SIDES = { bull: 'Bull', bear: 'Bear' } as const

/** R-BET-15, R-BET-17, R-BET-18. */
const failureByKind: Readonly<Partial<Record<Failure['kind'], string>>> = {
  rejected: 'Transaction cancelled by user',
  notConnected: 'Please connect wallet first',
  noProvider: 'Provider not available',
  insufficientGas: 'Insufficient BNB for gas fees',
  insufficientFunds: 'Insufficient BNB balance',
  reverted: 'Contract execution reverted: round may be locked or closed',
  replaced: 'Your wallet sent another transaction instead of this bet',
}

const en = {
  amount: 'Amount',
  unit: 'BNB',
  balance: 'Balance',
  slider: 'Share of balance',
  max: 'Max',
  round: 'Round',
  locksIn: 'locks in',
  payout: 'You get if you win',
  profit: 'Profit',
  oneSided: 'No one is on the other side yet. If it stays that way, your stake comes back.',
  atRisk: (atRisk: Wei) =>
    `With the stakes so far, at most ${formatBnb(atRisk)} BNB of your stake is at risk; the rest comes back.`,
  limited: (multiple: number) =>
    `A payout is at most ${multiple}x the stake, less the fee. What you cannot win goes back to the other side.`,
  warning: "You won't be able to remove or change your position once you enter it.",
  pending: { signing: 'Confirm in your wallet...', sent: 'Sent. Waiting for the chain...' },
  emptyAmount: 'Please enter a valid bet amount',
  malformedAmount: 'Please enter one plain number, for example 0.05',
  tooManyDecimals: `An amount has at most ${COIN_DECIMALS} decimals`,
  roundNotFound: 'Round not found',
  epochNotFound: 'Round epoch not found',
  ended: 'Betting period for this round has ended',
  insufficient: 'Insufficient BNB balance',
  alreadyEntered: 'You have already entered this round',
  predict: (position: Position) => `Predict ${POSITION_LABELS[position]}`,
  confirm: (position: Position) => `Confirm ${POSITION_LABELS[position]}`,
  minimum: (minimum: Wei) => `The smallest bet is ${formatUnits(minimum, COIN_DECIMALS)} BNB`,
  success: (position: Position) => `Bet ${POSITION_LABELS[position]} Successfully`,
  successDetail: (amount: Wei, epoch: Epoch) => `${formatBnb(amount)} BNB on round #${epoch}`,
  risk: (treasuryFee: BasisPoints) =>
    `The odds move until the round locks, and the last to bet see them best. The house takes ${formatPercent(treasuryFee)} of every decided round. On average players lose that.`,
  feeIsCapped: 'A right prediction never pays less than its stake.',
  nextFee: ({ fee, epoch }: NextFee) => `From round #${epoch}: ${formatPercent(fee)}.`,
  pancakeRules:
    'If the price closes where it locked, the house takes all stakes. Only plain accounts can bet and collect: no contract wallets, no accounts with delegated code (EIP-7702).',
  failure: {
    byKind: failureByKind,
    /** R-BET-19. */
    other: (position: Position, message: string) => `Bet ${SIDES[position]} failed: ${message}`,
    unknown: (position: Position) => `Bet ${SIDES[position]} Failed`,
    epochNotOpen: (epoch: string, open: string) =>
      `Round #${epoch} takes no bets; round #${open} is open.`,
    betTooSmall: (minimum: bigint) =>
      `The smallest bet is ${formatUnits(minimum, COIN_DECIMALS)} BNB.`,
    betAlreadyPlaced: (epoch: string) => `You already have a bet in round #${epoch}.`,
    nothingSent: 'No connection. Nothing was sent.',
    stillPending: 'No connection. The bet was sent and may still be placed.',
    betsPaused: 'Bets are paused for now. Claims still work.',
    plainOnly:
      'This market takes plain accounts only. Yours is a contract or delegates to one (EIP-7702).',
    notOpenYet: 'The round takes no bets right now. Try again in a moment.',
    belowMinimum: 'The amount is below the smallest bet of this market.',
    alreadyEntered: 'You already have a bet in this round.',
  },
}

export type BetMessages = typeof en

/** Texts of the bet dialog; R-BET-10 to R-BET-20 fix most of them. */
export const BET_MESSAGES: MessagesByLanguage<BetMessages> = { en }
