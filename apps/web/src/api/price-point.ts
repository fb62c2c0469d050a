import type { Epoch, PriceE8, UnixSeconds } from '@bullring/prediction/units'
import { toEpoch, toUnixSeconds } from '@bullring/prediction/units'
import type { TokenPrice } from '@bullring/wire/game-api/token-prices'
import { toPrice } from './round.ts'

/** One answer of the oracle; `epoch` is the round open at that time. */
export type PricePoint = { timestamp: UnixSeconds; price: PriceE8; epoch: Epoch }

/** Decodes a price point. */
export function decodePricePoint(wire: TokenPrice): PricePoint {
  return {
    timestamp: toUnixSeconds(wire.timestamp),
    price: toPrice(wire.price),
    epoch: toEpoch(wire.epoch),
  }
}
