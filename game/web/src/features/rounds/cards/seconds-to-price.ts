import { secondsToStrike } from '@bullring/prediction/countdown'
import type { RoundTimes } from '@bullring/prediction/schedule'
import type { UnixSeconds } from '@bullring/prediction/units'

/**
 * Returns the seconds until the price of the round's lock or close, whichever was last, can arrive. Null
 * before the lock and once it can.
 *
 * @param now - Chain time; null while unknown.
 */
export function secondsToPrice(
  { lockTimestamp, closeTimestamp }: RoundTimes,
  strikeDelay: number,
  now: UnixSeconds | null,
): number | null {
  if (now === null) return null
  return secondsToStrike(now < closeTimestamp ? lockTimestamp : closeTimestamp, strikeDelay, now)
}
