import type { Round } from '@bullring/game-api/round'
import type { WebhookEvent } from '@bullring/game-api/webhooks'

/** Last announcement of a round. */
export type Announced = { result: string; revision: number }

export type Announcement = Announced & { type: WebhookEvent }

/** Stands for a round without a result. */
const LOCKED = 'locked'

/**
 * Returns what to announce of a round, or null for nothing. Only a result that differs from the announced one is news: a
 * reorganisation of the chain mostly undoes a result and then brings it back.
 */
export function findAnnouncement(round: Round, known: Announced | null): Announcement | null {
  const { state } = round
  if (state === 'open') return null
  if (state === 'locked' || state === 'settling') {
    return known === null ? { type: 'round.locked', result: LOCKED, revision: 0 } : null
  }
  const result = resultOf(round)
  if (known?.result === result) return null
  return { type: `round.${state}`, result, revision: (known?.revision ?? 0) + 1 }
}

/** Names what decides the bets of a round: prices of others may come later. */
function resultOf(round: Round): string {
  const { state, winner, refund_reason: reason, bull_amount: bull, bear_amount: bear } = round
  const prices = state === 'settled' ? [round.lock_price, round.close_price] : []
  return [state, winner, reason, bull, bear, ...prices].join(' ')
}

/** Rounds that a reorganisation of the chain may still change: an hour, and more than 256 blocks. */
const RECENT_ROUNDS = 12

/** A round without a result for longer than these rounds is not waited for. */
const MAX_WAITING_ROUNDS = 100

/** Rounds that are looked at together; `next` is the stored progress that they follow from. */
export type RoundWindow = { next: number; first: number; last: number; open: number }

/** Returns the rounds to look at, from the first that is not done. After an outage, a part of those that were missed. */
export function windowFrom(next: number, open: number): RoundWindow {
  const first = Math.max(1, Math.min(next, open))
  return { next, first, last: Math.min(open, first + MAX_WAITING_ROUNDS), open }
}

/** Returns the first round that is not done once a window has been announced. */
export function nextAfter({ first, last, open }: RoundWindow, rounds: readonly Round[]): number {
  const waiting = rounds.find(
    ({ epoch, state }) => UNDECIDED.has(state) && epoch > open - MAX_WAITING_ROUNDS,
  )
  const done = Math.min(waiting?.epoch ?? last + 1, open - RECENT_ROUNDS)
  return Math.max(first, done)
}

const UNDECIDED: ReadonlySet<Round['state']> = new Set(['open', 'locked', 'settling'])
