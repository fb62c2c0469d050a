import type { RoundTimes } from '@bullring/prediction/schedule'
import type { Epoch, UnixSeconds } from '@bullring/prediction/units'

/** Where the clock of the newest known round stands. */
export type CountdownState =
  /** Nothing is known yet. */
  | { kind: 'unknown' }
  /** The market's first round has not started. */
  | { kind: 'before-start'; secondsLeft: number }
  | { kind: 'open'; secondsLeft: number; totalSeconds: number }
  /** The lock time is here; the next round's data is on its way. */
  | { kind: 'zero' }
  | { kind: 'locked'; secondsLeft: number; totalSeconds: number }
  | { kind: 'waiting' }

/** Time at 00m 00s before the clock turns to the close: one poll of 3 s. Spec, section 4. */
const ZERO_SECONDS = 3

/**
 * Spec, section 4: before the lock the clock runs to the lock time, after it to the close time, after
 * the close it waits.
 *
 * @param round - The open round, as far as the server has said.
 * @param genesis - Start of the market's first round.
 * @param now - Chain time.
 */
export function countdownState(
  round: { epoch: Epoch; times: RoundTimes } | null,
  genesis: UnixSeconds,
  now: UnixSeconds | null,
): CountdownState {
  if (now === null) return { kind: 'unknown' }
  if (now < genesis) return { kind: 'before-start', secondsLeft: genesis - now }
  if (round === null) return { kind: 'unknown' }
  const { startTimestamp, lockTimestamp, closeTimestamp } = round.times
  if (now < lockTimestamp) {
    const secondsLeft = lockTimestamp - now
    return { kind: 'open', secondsLeft, totalSeconds: lockTimestamp - startTimestamp }
  }
  if (now < Math.min(lockTimestamp + ZERO_SECONDS, closeTimestamp)) return { kind: 'zero' }
  if (now < closeTimestamp) {
    const secondsLeft = closeTimestamp - now
    return { kind: 'locked', secondsLeft, totalSeconds: closeTimestamp - lockTimestamp }
  }
  return { kind: 'waiting' }
}
