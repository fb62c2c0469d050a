import type { Position } from '@bullring/prediction/payout'
import type { Epoch, PriceE8, UnixSeconds, Wei } from '@bullring/prediction/units'
import { toUnixSeconds } from '@bullring/prediction/units'
import type { PricePoint } from '#api/round/price-point.ts'
import type { ChartBand } from './chart-band.ts'

/** A bet of the visitor, as a point on the price line at the lock of its round. */
export type BetMark = {
  epoch: Epoch
  position: Position
  stake: Wei
  at: UnixSeconds
  price: PriceE8
}

type UserTrade = { epoch: Epoch; position: Position; stake: Wei }

/** Returns marks for the bets whose round locks within the chart's time range, each at the price in force then. */
export function betMarks(
  trades: readonly UserTrade[],
  points: readonly PricePoint[],
  bands: readonly ChartBand[],
): BetMark[] {
  const [first] = points
  return trades.flatMap(({ epoch, position, stake }) => {
    const at = lockOf(epoch, bands)
    // Most bets of a long history are older: they cost no search.
    if (first === undefined || at === null || at < first.timestamp) return []
    const point = points.findLast(({ timestamp }) => timestamp <= at)
    return point ? { epoch, position, stake, at, price: point.price } : []
  })
}

/** Returns the lock time of a round; counted from the newest band for a round without one. */
function lockOf(epoch: Epoch, bands: readonly ChartBand[]): UnixSeconds | null {
  const own = bands.find((band) => band.epoch === epoch)
  if (own !== undefined) return own.from
  const newest = bands.reduce<ChartBand | undefined>(
    (last, band) => (last === undefined || band.epoch > last.epoch ? band : last),
    undefined,
  )
  if (newest === undefined) return null
  const rounds = Number(epoch - newest.epoch)
  return toUnixSeconds(newest.from + rounds * (newest.to - newest.from))
}
