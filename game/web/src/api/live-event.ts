import { decodeRound } from '@bullring/client/round'
import { StreamEvent } from '@bullring/game-api/stream'
import { Tick as WireTick } from '@bullring/game-api/tick'
import { type Epoch, toEpoch, toUnixSeconds, type UnixSeconds } from '@bullring/prediction/units'
import { parse } from '@bullring/wire/parse'
import type { Address } from 'viem'
import { decodePricePoint, type PricePoint } from './round/price-point.ts'
import type { Round } from './round/round.ts'
import { decodeTick, type Tick } from './round/tick.ts'

/** An event of the server's stream. Each carries the current state, not a difference. */
export type LiveEvent =
  | { kind: 'price'; point: PricePoint }
  | { kind: 'round'; round: Round }
  /** A new round has opened. */
  | { kind: 'epoch'; epoch: Epoch; blockTimestamp: UnixSeconds }
  /** A bet of this account has changed. */
  | { kind: 'trade'; account: Address; epoch: Epoch }
  /** Events were missed. Everything has to be fetched again, at a random moment of `spreadMs`. */
  | { kind: 'reset'; spreadMs: number }

/** Name of the event that the server sends while nothing happens. */
export const HEARTBEAT_NAME = 'heartbeat'

/** Name of the event with the price of an exchange, which has no position. */
export const TICK_NAME = 'tick'

/** Event names on the wire. */
export const LIVE_EVENT_NAMES = ['price', 'round', 'epoch', 'trade', 'reset'] as const

/**
 * Returns the URL of the event stream.
 *
 * @param symbol - Of the market.
 * @param account - Also receive events about its bets.
 * @param after - Journal position after which to continue; null for new events only.
 */
export function liveStreamUrl(
  symbol: string,
  account: Address | null,
  after: number | null = null,
): string {
  const query = new URLSearchParams({ symbol, ...(account && { user_address: account }) })
  if (after !== null) query.set('after', `${after}`)
  return `/api/stream?${query}`
}

/** Decodes an event. An event that cannot be decoded counts as missed. */
export function decodeLiveEvent(name: string, data: string): LiveEvent {
  try {
    return toEvent(parse(StreamEvent, { event: name, data: JSON.parse(data) }))
  } catch {
    return { kind: 'reset', spreadMs: 0 }
  }
}

/** Decodes the price of an exchange; null for one that cannot be decoded, which nothing depends on. */
export function decodeLiveTick(data: string): Tick | null {
  try {
    return decodeTick(parse(WireTick, JSON.parse(data)))
  } catch {
    return null
  }
}

function toEvent({ event, data }: StreamEvent): LiveEvent {
  switch (event) {
    case 'price':
      return { kind: 'price', point: decodePricePoint(data) }
    case 'round':
      return { kind: 'round', round: decodeRound(data) }
    case 'epoch':
      return {
        kind: 'epoch',
        epoch: toEpoch(data.epoch),
        blockTimestamp: toUnixSeconds(data.block_timestamp),
      }
    case 'trade':
      return {
        kind: 'trade',
        account: data.user_address as Address,
        epoch: toEpoch(data.epoch),
      }
    case 'reset':
      return { kind: 'reset', spreadMs: data.spread_ms }
  }
}
