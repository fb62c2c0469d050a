import { secondsToStrike } from '@bullring/prediction/countdown'
import type { RoundTimes } from '@bullring/prediction/schedule'
import type { Epoch, UnixSeconds } from '@bullring/prediction/units'

/** State of the open round's countdown. */
export type CountdownState =
  /** The round or the time is not known yet. */
  | { kind: 'unknown' }
  /** The market's first round has not started. */
  | { kind: 'before-start'; secondsLeft: number }
  | { kind: 'open'; secondsLeft: number; totalSeconds: number }
  /** The lock time has come. The next round has not loaded yet. */
  | { kind: 'zero' }
  | { kind: 'locked'; secondsLeft: number; totalSeconds: number }
  | { kind: 'waiting' }
  /** The operator has not started the market. */
  | { kind: 'not-started' }
  /** The operator has not locked the round yet. */
  | { kind: 'late' }

/** R-CLOCK-3: how long the countdown stays at 00m 00s: one poll of 3 s. */
const ZERO_SECONDS = 3

/**
 * Returns the state of the countdown: it runs to the lock time, then to the close time, then it waits
 * (R-CLOCK-2).
 *
 * @param round - The open round by the last response.
 * @param genesis - Start of the market's first round; 0 for one that an operator has not started.
 * @param now - Chain time.
 * @param hasOperator - Whether an operator locks the rounds, possibly late.
 */
export function countdownState(
  round: { epoch: Epoch; times: RoundTimes } | null,
  genesis: UnixSeconds,
  now: UnixSeconds | null,
  hasOperator = false,
): CountdownState {
  if (now === null) return { kind: 'unknown' }
  if (now < genesis) return { kind: 'before-start', secondsLeft: genesis - now }
  if (genesis === 0 && round === null) return { kind: 'not-started' }
  if (round === null) return { kind: 'unknown' }
  const { startTimestamp, lockTimestamp, closeTimestamp } = round.times
  if (now < lockTimestamp) {
    const secondsLeft = lockTimestamp - now
    return { kind: 'open', secondsLeft, totalSeconds: lockTimestamp - startTimestamp }
  }
  if (now < Math.min(lockTimestamp + ZERO_SECONDS, closeTimestamp)) return { kind: 'zero' }
  if (hasOperator) return { kind: 'late' }
  if (now < closeTimestamp) {
    const secondsLeft = closeTimestamp - now
    return { kind: 'locked', secondsLeft, totalSeconds: closeTimestamp - lockTimestamp }
  }
  return { kind: 'waiting' }
}

/**
 * Returns the seconds until the price of the newest lock can arrive: the previous round's lock while `round` is open,
 * then its own. Null while none is awaited.
 */
export function secondsToPrice(
  round: { epoch: Epoch; times: RoundTimes } | null,
  strikeDelay: number,
  now: UnixSeconds | null,
): number | null {
  if (round === null || now === null) return null
  const { startTimestamp, lockTimestamp } = round.times
  if (now >= lockTimestamp) return secondsToStrike(lockTimestamp, strikeDelay, now)
  // No round locks when the first one starts.
  return round.epoch > 1n ? secondsToStrike(startTimestamp, strikeDelay, now) : null
}
