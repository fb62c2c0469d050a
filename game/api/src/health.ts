import { TimestampField } from '@bullring/wire/fields'
import { ServiceHealth } from '@bullring/wire/http/service-health'
import * as z from 'zod/mini'

/** GET /healthz (R-API-18), with the two clocks that clients compare with their own (R-CLOCK-4). */
export const Health = z.extend(ServiceHealth, {
  /** Newest indexed block; null before the first. */
  block_number: z.nullable(z.int()),
  block_timestamp: z.nullable(TimestampField),
  /** Progress of the index through the market's history, which can take hours; null when complete. */
  history: z.nullable(
    z.object({
      percent: z.int().check(z.minimum(0), z.maximum(100)),
      blocks_per_second: z.int(),
      /** Null until the rate is known. */
      seconds_left: z.nullable(z.int()),
    }),
  ),
})
export type Health = z.infer<typeof Health>
