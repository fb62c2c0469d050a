import type { Position } from '@bullring/prediction/payout'
import type { Epoch, PriceE8, UnixSeconds } from '@bullring/prediction/units'
import type { PricePoint } from '#api/price-point.ts'

/** A bet of the visitor's own, as a place on the line. */
export type BetMark = { epoch: Epoch; position: Position; at: UnixSeconds; price: PriceE8 }

type OwnTrade = { epoch: Epoch; position: Position; placedAt: UnixSeconds }

/** Marks for the bets that were placed while the chart runs, at the price that was in force. */
export function betMarks(trades: readonly OwnTrade[], points: readonly PricePoint[]): BetMark[] {
  return trades.flatMap(({ epoch, position, placedAt }) => {
    const point = points.findLast(({ timestamp }) => timestamp <= placedAt)
    return point ? { epoch, position, at: placedAt, price: point.price } : []
  })
}
