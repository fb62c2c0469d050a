import type { Position } from '@bullring/prediction/payout'
import type { RefundReason } from '@bullring/prediction/round-state'
import type { Epoch, UnixSeconds, Wei } from '@bullring/prediction/units'
import type { MarketKind } from '#api/market-rules.ts'
import { formatBnb, formatTime } from '#format/format.ts'
import type { MessagesByLanguage } from '#i18n/language.ts'
import { POSITION_LABELS } from '#ui/position-messages.ts'

const REFUND_REASONS: Record<RefundReason, string> = {
  'one-sided': 'Only one side had bets: stakes come back, no fee.',
  tie: 'Closed where it locked: stakes come back, no fee.',
  'no-price': 'No oracle price in time: stakes come back, no fee.',
}

const MISSED = 'The operator missed this round: stakes come back, no fee.'

/** @param winner - Null for a tie in a market where the house keeps the pot. */
const won = (winner: Position | null) =>
  winner === null ? 'House won' : `${POSITION_LABELS[winner]} won`

const en = {
  rows: 'Rounds',
  cards: { next: 'Next', live: 'Live', expired: 'Expired' },
  locking: 'Locking',
  paused: 'Paused',
  offline: 'No connection',
  waitingForWallet: 'Waiting for your wallet',
  waiting: 'Waiting',
  calculating: 'Calculating',
  refund: 'REFUND',
  prizePool: 'Prize Pool',
  lockedPrice: 'Locked Price',
  lastPrice: 'Last Price',
  closedPrice: 'Closed Price',
  payout: 'payout',
  results: { won: 'won', lost: 'lost' },
  noPrice: 'No price',
  noBets: 'No bets yet',
  oneSidedSoFar: 'No one is on the other side yet. If it stays that way, stakes come back.',
  noNext: 'The first round has not started. Bets open when the clock runs out.',
  noLive: 'Nothing is locked yet. The first round goes live when it locks.',
  noExpired: 'No round has closed yet. The first result will appear here.',
  failed: 'This round could not be loaded.',
  retry: 'Try again',
  claim: 'Collect',
  verify: 'Verify',
  claiming: 'Processing...',
  enter: (position: Position) => `Enter ${POSITION_LABELS[position]}`,
  youAreIn: (position: Position, stake: Wei) =>
    `You are in: ${POSITION_LABELS[position]} ${formatBnb(stake)}`,
  won,
  userWon: (epoch: Epoch, winner: Position | null, amount: Wei) =>
    `Round #${epoch}: ${won(winner)}. You won and can collect ${formatBnb(amount)} BNB.`,
  userLost: (epoch: Epoch, winner: Position | null) =>
    `Round #${epoch}: ${won(winner)}. You lost your bet.`,
  /** The loser's stake was not matched in full: see R-ROUND-13. */
  partlyLost: ({ lost, returned }: { lost: Wei; returned: Wei }, isClaimed: boolean) =>
    `Lost ${formatBnb(lost)} BNB, ${formatBnb(returned)} BNB ${isClaimed ? 'came' : 'comes'} back.`,
  userPartlyLost: (epoch: Epoch, winner: Position | null, lost: Wei, returned: Wei) =>
    `Round #${epoch}: ${won(winner)}. You lost ${formatBnb(lost)} BNB; ${formatBnb(returned)} BNB comes back.`,
  userRefunded: (epoch: Epoch, amount: Wei) =>
    `Round #${epoch}: refund. You can collect ${formatBnb(amount)} BNB.`,
  /** Why a round is refunded; with an empty pot there is nothing to refund. */
  refundReason: (reason: RefundReason, pot: Wei, kind: MarketKind) => {
    if (pot === 0n) return 'No one bet on this round.'
    return kind === 'pancake-v2' ? MISSED : REFUND_REASONS[reason]
  },
  /** The operator of a PancakePredictionV2 contract decides when, and so which price counts. */
  waitingForOperator: 'Waiting for the operator',
  refundAfter: (time: UnixSeconds) =>
    `Waiting for the operator. Without it, stakes come back after ${formatTime(time)}.`,
  tieGoesToHouse: 'Closed where it locked: the house takes all stakes.',
  waitingFor: (strike: UnixSeconds) =>
    `Waiting for the first oracle price after ${formatTime(strike)}`,
  priceIn: (seconds: number) => `Price in ${seconds} s`,
  whyDelay: 'so that no one could bet knowing it.',
  locksAt: (lock: UnixSeconds) => `Locks at ${formatTime(lock)}`,
  closesAt: (close: UnixSeconds) => `Closes at ${formatTime(close)}`,
  closedAt: (close: UnixSeconds) => `Closed at ${formatTime(close)}`,
}

export type RoundMessages = typeof en

/** Texts of the round cards. */
export const ROUND_MESSAGES: MessagesByLanguage<RoundMessages> = { en }
