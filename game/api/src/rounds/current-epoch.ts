import { EpochField, SymbolField } from '@bullring/wire/fields'
import * as z from 'zod/mini'

/** POST /api/current-epoch: number of the open round, and the first round without bets (R-API-3). */

/** Body of the request. */
export const CurrentEpochRequest = z.object({ symbol: SymbolField })

/** The open round. */
export const CurrentEpochResponse = z.object({
  epoch: EpochField,
  /** First round without bets, perhaps the one after the open one; missing without a pause. */
  paused_from: z.optional(EpochField),
})
export type CurrentEpochResponse = z.infer<typeof CurrentEpochResponse>
