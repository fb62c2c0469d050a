import {
  AddressField,
  ChecksumAddress,
  EpochField,
  SymbolField,
  TimestampField,
} from '@bullring/wire/fields'
import * as z from 'zod/mini'
import { Round } from './rounds/round.ts'
import { Tick } from './tick.ts'
import { TokenPrice } from './token-prices.ts'

/**
 * GET /api/stream: server-sent events (R-LIVE-2). Ids never decrease. A client that reconnects with
 * Last-Event-ID receives what it missed, perhaps an event twice, or a `reset` when that is too long ago. So does a first
 * connection with `after`, the position of a response (header `bullring-position`).
 * Events carry the current state, not the change. After 2 s without an event the server sends a heartbeat,
 * which has no id; neither has a `tick`, the price of an exchange, where the operator named one.
 */

/** Query of the request. `user_address` adds the events of the account's trades. */
export const StreamQuery = z.object({
  symbol: SymbolField,
  user_address: z.optional(AddressField),
  after: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
})

/** Name and data of each event. */
export const StreamEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('price'), data: TokenPrice }),
  z.object({ event: z.literal('round'), data: Round }),
  z.object({
    event: z.literal('epoch'),
    data: z.object({ epoch: EpochField, block_timestamp: TimestampField }),
  }),
  /** A bet of this account changed: fetch its trades again. */
  z.object({
    event: z.literal('trade'),
    data: z.object({ user_address: ChecksumAddress, epoch: EpochField }),
  }),
  /** Events are missing: fetch everything again, at a random moment of this span, as all clients have to. */
  z.object({
    event: z.literal('reset'),
    data: z.object({ spread_ms: z.int().check(z.nonnegative()) }),
  }),
])
export type StreamEvent = z.infer<typeof StreamEvent>

/** Everything that the stream sends. */
export const StreamMessage = z.union([
  StreamEvent,
  z.object({ event: z.literal('tick'), data: Tick }),
  z.object({ event: z.literal('heartbeat'), data: z.object({}) }),
])
