import type { Position } from '@bullring/prediction/payout'
import type { RefundReason } from '@bullring/prediction/round-state'
import type { UnixSeconds, Wei } from '@bullring/prediction/units'
import { formatTime } from '#ui/format.ts'
import { POSITION_WORDS } from '#ui/position-words.ts'

/** Everything the round cards say. */
export const ROUND_WORDS = {
  rows: 'Rounds',
  cards: { next: 'Next', live: 'Live', expired: 'Expired' },
  locking: 'Locking',
  waiting: 'Waiting',
  calculating: 'Calculating',
  refund: 'REFUND',
  prizePool: 'Prize Pool',
  lockedPrice: 'Locked Price',
  lastPrice: 'Last Price',
  closedPrice: 'Closed Price',
  payout: 'payout',
  entered: 'entered',
  noPrice: 'No price',
  noBets: 'No bets yet',
  nobodyBet: 'Nobody had bet on this round.',
  noLive: 'Nothing is locked yet. The first round goes live when it locks.',
  noExpired: 'No round has closed yet. The first result will stand here.',
  failed: 'This round could not be loaded.',
  retry: 'Try again',
  collect: 'Collect',
  collecting: 'Processing...',
} as const

const REFUND_REASONS: Record<RefundReason, string> = {
  'one-sided': 'Only one side had bets: stakes come back, no fee.',
  tie: 'Closed where it locked: stakes come back, no fee.',
  'no-price': 'No oracle price in time: stakes come back, no fee.',
}

/** Why a round pays back, in one line. @param pot - An empty one has nothing to pay back. */
export function refundWords(reason: RefundReason, pot: Wei): string {
  return pot === 0n ? ROUND_WORDS.nobodyBet : REFUND_REASONS[reason]
}

export function waitingWords(strikeTime: UnixSeconds): string {
  return `Waiting for the first oracle price after ${formatTime(strikeTime)}`
}

export function enterWords(position: Position): string {
  return `Enter ${POSITION_WORDS[position]}`
}

export function wonWords(position: Position): string {
  return `${POSITION_WORDS[position]} won`
}

export function locksAtWords(lock: UnixSeconds): string {
  return `Locks at ${formatTime(lock)}`
}

export function closesAtWords(close: UnixSeconds): string {
  return `Closes at ${formatTime(close)}`
}

export function closedAtWords(close: UnixSeconds): string {
  return `Closed at ${formatTime(close)}`
}
