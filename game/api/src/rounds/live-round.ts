import { SymbolField } from '@bullring/wire/fields'
import * as z from 'zod/mini'

/** POST /api/live-round: the round that is locked and not closed yet (R-API-5). */

/** Body of the request. */
export const LiveRoundRequest = z.object({ symbol: SymbolField })
