import * as z from 'zod/mini'
import { EpochField, SymbolField } from '../fields.ts'

/** POST /api/current-epoch: number of the open round. Spec, section 7. */

/** Body of the request. */
export const CurrentEpochRequest = z.object({ symbol: SymbolField })

/** The round that takes bets now. */
export const CurrentEpochResponse = z.object({ epoch: EpochField })
/** @see CurrentEpochResponse */
export type CurrentEpochResponse = z.infer<typeof CurrentEpochResponse>
