import { SymbolField } from '@bullring/wire/fields'
import * as z from 'zod/mini'

/** POST /api/round-info: one round; without `epoch` the open one (R-API-4). */

/**
 * Body of the request. The epoch may be a string of digits (R-API-4). Any whole number is accepted: one without a
 * round, such as 0, is an unknown epoch (404) and no malformed request.
 */
export const RoundInfoRequest = z.object({
  symbol: SymbolField,
  epoch: z.optional(
    z.union(
      [
        z.int(),
        z.pipe(
          z.string().check(z.regex(/^-?\d{1,15}$/, 'not an epoch')),
          z.transform((text: string) => Number(text)),
        ),
      ],
      'not an epoch',
    ),
  ),
})
