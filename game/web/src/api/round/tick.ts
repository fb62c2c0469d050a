import { toPrice } from '@bullring/client/round'
import type { Tick as WireTick } from '@bullring/game-api/tick'
import { type PriceE8, toUnixSeconds, type UnixSeconds } from '@bullring/prediction/units'

/** The price of an exchange between two answers of the oracle. It decides no round. */
export type Tick = { timestamp: UnixSeconds; price: PriceE8 }

/** Decodes a tick. */
export function decodeTick({ timestamp, price }: WireTick): Tick {
  return { timestamp: toUnixSeconds(timestamp), price: toPrice(price) }
}
