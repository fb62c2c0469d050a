import * as z from 'zod/mini'
import { ProductBuild } from './product-build.ts'

/** GET /healthz of the services of the wallet (R-API-18). */
export const ServiceHealth = z.extend(ProductBuild, {
  status: z.literal('ok'),
  /** The server's clock in seconds, with milliseconds as fraction. */
  server_time: z.number(),
})
export type ServiceHealth = z.infer<typeof ServiceHealth>
