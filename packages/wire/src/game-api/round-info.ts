import * as z from 'zod/mini'
import { EpochField, SymbolField } from '../fields.ts'

/** POST /api/round-info: one round; without `epoch` the open one (R-API-4). */

/** Body of the request. The epoch may be a string of digits (R-API-4). */
export const RoundInfoRequest = z.object({
  symbol: SymbolField,
  epoch: z.optional(
    z.union(
      [
        EpochField,
        z.pipe(
          z.string().check(z.regex(/^[1-9]\d{0,14}$/, 'not an epoch')),
          z.transform((text: string) => Number(text)),
        ),
      ],
      'not an epoch',
    ),
  ),
})
