import { type Epoch, toEpoch, toUnixSeconds, type UnixSeconds } from '@bullring/prediction/units'
import { StreamEvent } from '@bullring/wire/game-api/stream'
import { parse } from '@bullring/wire/parse'
import type { Address } from 'viem'
import { decodePricePoint, type PricePoint } from './price-point.ts'
import { decodeRound, type Round } from './round.ts'

/** What the server tells by itself. Each event says how things are now. */
export type LiveEvent =
  | { kind: 'price'; point: PricePoint }
  | { kind: 'round'; round: Round }
  /** Another round is open. */
  | { kind: 'epoch'; epoch: Epoch; blockTimestamp: UnixSeconds }
  /** Something about a bet of this account changed. */
  | { kind: 'trade'; account: Address; epoch: Epoch }
  /** Events are missing. */
  | { kind: 'reset' }

/** Names of the events on the wire. */
export const LIVE_EVENT_NAMES = ['price', 'round', 'epoch', 'trade', 'reset'] as const

/** Where the events come from. @param account - Its own bets' events come too. */
export function liveStreamUrl(account: Address | null): string {
  const query = new URLSearchParams({ symbol: 'BNB', ...(account && { user_address: account }) })
  return `/api/stream?${query}`
}

/** Reads an event of the API. What cannot be read counts as missing. */
export function decodeLiveEvent(name: string, data: string): LiveEvent {
  try {
    return toEvent(parse(StreamEvent, { event: name, data: JSON.parse(data) }))
  } catch {
    return { kind: 'reset' }
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
      return { kind: 'reset' }
  }
}
