import { EpochField, SymbolField } from '@bullring/wire/fields'
import * as z from 'zod/mini'
import { Round } from './round.ts'

/** POST /api/rounds: rounds that take no more bets, newest first (R-API-19). */

/** Body of the request. `before_epoch` pages towards older rounds. Without it, the newest is the live round. */
export const RoundsRequest = z.object({
  symbol: SymbolField,
  before_epoch: z.optional(EpochField),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(50)), 20),
})

/** Newest first; fewer than `limit` when round 1 is among them. */
export const RoundsResponse = z.array(Round)
