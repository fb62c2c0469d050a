import * as z from 'zod/mini'
import { EpochField, SymbolField } from '../fields.ts'

/** POST /api/round-info: one round; without `epoch` the open one. Spec, section 7. */

/** Body of the request. An epoch may come as digits in a text, as the specification's client sends it. */
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
