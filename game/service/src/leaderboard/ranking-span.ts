import { toUnixSeconds, type UnixSeconds } from '@bullring/prediction/units'
import type { RoundClock } from '../market/round-rules.ts'
import { firstEpochOf } from '../market/windows.ts'
import type { RankingSpan } from './ranking-filter.ts'

/** What a span needs of a market. */
export type RankedMarket = {
  clock: Pick<RoundClock, 'firstEpochClosedAfter'>
  /** Chain time. */
  now: () => UnixSeconds
}

const DAY_SECONDS = 86_400

/** Returns the newest UTC day since 1970. */
export function dayOf(markets: readonly Pick<RankedMarket, 'now'>[]): number {
  return Math.max(...markets.map(({ now }) => Math.floor(now() / DAY_SECONDS)))
}

/** Finds the first rounds of a window, or of a number of days. */
export async function findSpan(
  markets: readonly RankedMarket[],
  { window, days }: { window: RankingSpan['window']; days?: number | undefined },
): Promise<RankingSpan> {
  const firstDay = days === undefined ? null : Math.max(dayOf(markets) - days + 1, 0)
  const fromEpochs = await Promise.all(
    markets.map(({ clock, now }) =>
      firstDay === null
        ? firstEpochOf(clock, window, now())
        : clock.firstEpochClosedAfter(toUnixSeconds(Math.max(firstDay * DAY_SECONDS - 1, 0))),
    ),
  )
  return { window, firstDay, fromEpochs }
}

/** Counts the rounds of all markets that closed since the start of a span. */
export async function countClosed(
  markets: readonly RankedMarket[],
  { fromEpochs }: RankingSpan,
): Promise<number> {
  const closed = await Promise.all(
    markets.map(async ({ clock, now }, index) => {
      const next = await clock.firstEpochClosedAfter(now())
      return Number(next) - Number(fromEpochs[index])
    }),
  )
  return closed.reduce((sum, rounds) => sum + rounds, 0)
}
