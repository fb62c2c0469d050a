import * as z from 'zod/mini'

/** GET /healthz of the services of the wallet (R-API-18). */
export const ServiceHealth = z.object({
  status: z.literal('ok'),
  /** The server's clock in seconds, with milliseconds as fraction. */
  server_time: z.number(),
})
/** @see ServiceHealth */
export type ServiceHealth = z.infer<typeof ServiceHealth>
