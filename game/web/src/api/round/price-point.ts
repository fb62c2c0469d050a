import { toPrice } from '@bullring/client/round'
import type { TokenPrice } from '@bullring/game-api/token-prices'
import type { Epoch, PriceE8, UnixSeconds } from '@bullring/prediction/units'
import { toEpoch, toUnixSeconds } from '@bullring/prediction/units'

/** One answer of the oracle. `epoch` is the round open at that time. */
export type PricePoint = { timestamp: UnixSeconds; price: PriceE8; epoch: Epoch }

/** Decodes a price point. */
export function decodePricePoint(wire: TokenPrice): PricePoint {
  return {
    timestamp: toUnixSeconds(wire.timestamp),
    price: toPrice(wire.price),
    epoch: toEpoch(wire.epoch),
  }
}

/** Decodes price points, oldest first. */
export function decodePricePoints(wire: readonly TokenPrice[]): PricePoint[] {
  return lastOfEachSecond(wire.map(decodePricePoint))
}

/** Of several oracle answers in one second, the last one counts: points are selected by their time. */
export function lastOfEachSecond(points: readonly PricePoint[]): PricePoint[] {
  return [...new Map(points.map((point) => [point.timestamp, point])).values()]
}
