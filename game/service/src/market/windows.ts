import type { Epoch, UnixSeconds } from '@bullring/prediction/units'
import { toUnixSeconds } from '@bullring/prediction/units'
import type { RoundClock } from './round-rules.ts'

/** Span of time that a leaderboard covers, up to now. */
export type Window = 'day' | 'week' | 'month' | 'all'

const WINDOW_SECONDS: Readonly<Record<Window, number>> = {
  day: 86_400,
  week: 604_800,
  month: 2_592_000,
  all: Number.POSITIVE_INFINITY,
}

/** Returns the first round of a window that ends at chain time `now`: rounds count from their close. */
export function firstEpochOf(
  clock: Pick<RoundClock, 'firstEpochClosedAfter'>,
  window: Window,
  now: UnixSeconds,
): Promise<Epoch> {
  const start = toUnixSeconds(Math.max(now - WINDOW_SECONDS[window], 0))
  return clock.firstEpochClosedAfter(start)
}

/** Parts of a market that decide where a window begins. */
export type WindowMarket = {
  clock: Pick<RoundClock, 'firstEpochClosedAfter'>
  /** Chain time. */
  now: () => UnixSeconds
}

/** Returns the first round of a window in each market. */
export function firstEpochsOf(markets: readonly WindowMarket[], window: Window): Promise<Epoch[]> {
  return Promise.all(markets.map(({ clock, now }) => firstEpochOf(clock, window, now())))
}

/** First rounds of windows that move with time. */
export type WindowStarts = Readonly<Partial<Record<Exclude<Window, 'all'>, Epoch>>>

/** Returns the first rounds of the windows that end at `now`. */
export async function windowStarts(
  clock: Pick<RoundClock, 'firstEpochClosedAfter'>,
  now: UnixSeconds,
): Promise<WindowStarts> {
  const [day, week, month] = await Promise.all([
    firstEpochOf(clock, 'day', now),
    firstEpochOf(clock, 'week', now),
    firstEpochOf(clock, 'month', now),
  ])
  return { day, week, month }
}
