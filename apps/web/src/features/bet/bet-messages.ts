import { COIN_DECIMALS, formatUnits } from '@bullring/prediction/decimal'
import type { Position } from '@bullring/prediction/payout'
import type { BasisPoints, Epoch, Wei } from '@bullring/prediction/units'
import type { MessagesByLanguage } from '#i18n/language.ts'
import { formatBnb, formatPercent } from '#ui/format.ts'

const POSITIONS = { bull: 'UP', bear: 'DOWN' } as const
/** As the specification names a failed bet. */
const SIDES = { bull: 'Bull', bear: 'Bear' } as const

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
  oneSided: 'Nobody is on the other side yet. If it stays so, your stake comes back.',
  warning: "You won't be able to remove or change your position once you enter it.",
  pending: { asked: 'Confirm in your wallet...', sent: 'Sent. Waiting for the chain...' },
  emptyAmount: 'Please enter a valid bet amount',
  /** "Please enter a valid bet amount", in the language the specification gives it in. */
  zeroAmount: '请输入有效的下注金额',
  roundNotFound: 'Round not found',
  epochNotFound: 'Round epoch not found',
  ended: 'Betting period for this round has ended',
  insufficient: 'Insufficient BNB balance',
  alreadyEntered: 'You have already entered this round',
  predict: (position: Position) => `Predict ${POSITIONS[position]}`,
  confirm: (position: Position) => `Confirm ${POSITIONS[position]}`,
  minimum: (minimum: Wei) => `The smallest bet is ${formatUnits(minimum, COIN_DECIMALS)} BNB`,
  success: (position: Position) => `Bet ${POSITIONS[position]} Successfully`,
  successDetail: (amount: Wei, epoch: Epoch) => `${formatBnb(amount)} BNB on round #${epoch}`,
  /** The risk, said once and plainly. */
  risk: (treasuryFee: BasisPoints) =>
    `The odds move until the round locks. The house takes ${formatPercent(treasuryFee)} of every decided round. On average players lose that.`,
  tieIsTheHouses: 'If the price closes where it locked, the house takes all stakes.',
  /** Spec, section 8, "Bet and claim". */
  failure: {
    cancelled: 'Transaction cancelled by user',
    unconnected: 'Please connect wallet first',
    noProvider: 'Provider not available',
    insufficientGas: 'Insufficient BNB for gas fees',
    insufficientFunds: 'Insufficient BNB balance',
    reverted: 'Contract execution reverted: round may be locked or closed',
    replaced: 'Your wallet sent another transaction instead of this bet',
    other: (position: Position, message: string) => `Bet ${SIDES[position]} failed: ${message}`,
    unknown: (position: Position) => `Bet ${SIDES[position]} Failed`,
    epochNotOpen: (epoch: string, open: string) =>
      `Round #${epoch} takes no bets; round #${open} is open.`,
    betTooSmall: (minimum: bigint) =>
      `The smallest bet is ${formatUnits(minimum, COIN_DECIMALS)} BNB.`,
    betAlreadyPlaced: (epoch: string) => `You have a bet in round #${epoch} already.`,
    betsPaused: 'Bets are paused for now. Claims still work.',
  },
}

export type BetMessages = typeof en

/** Everything the bet dialog says. Messages of the specification, section 5, word by word. */
export const BET_MESSAGES: MessagesByLanguage<BetMessages> = { en }
