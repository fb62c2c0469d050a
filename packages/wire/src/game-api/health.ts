import * as z from 'zod/mini'
import { TimestampField } from '../fields.ts'

/** GET /healthz: the process lives; carries the two clocks a client compares its own with. */
export const Health = z.object({
  status: z.literal('ok'),
  /** The server's clock, seconds with milliseconds as fraction. */
  server_time: z.number(),
  /** Newest indexed block; null before the first. */
  block_number: z.nullable(z.int()),
  block_timestamp: z.nullable(TimestampField),
})
/** @see Health */
export type Health = z.infer<typeof Health>
