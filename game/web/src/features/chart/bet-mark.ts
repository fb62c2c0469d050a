import type { Position } from '@bullring/prediction/payout'
import type { Epoch, PriceE8, UnixSeconds } from '@bullring/prediction/units'
import type { PricePoint } from '#api/round/price-point.ts'

/** A bet of the visitor, as a point on the price line. */
export type BetMark = { epoch: Epoch; position: Position; at: UnixSeconds; price: PriceE8 }

type UserTrade = { epoch: Epoch; position: Position; placedAt: UnixSeconds }

/** Returns marks for the bets within the chart's time range, each at the price in force when it was placed. */
export function betMarks(trades: readonly UserTrade[], points: readonly PricePoint[]): BetMark[] {
  const [first] = points
  return trades.flatMap(({ epoch, position, placedAt }) => {
    // Most bets of a long history are older: they cost no search.
    if (first === undefined || placedAt < first.timestamp) return []
    const point = points.findLast(({ timestamp }) => timestamp <= placedAt)
    return point ? { epoch, position, at: placedAt, price: point.price } : []
  })
}
