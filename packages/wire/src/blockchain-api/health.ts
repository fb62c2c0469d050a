import * as z from 'zod/mini'

/** GET /healthz of the wallet service (R-API-18). */
export const WalletHealth = z.object({
  status: z.literal('ok'),
  /** The server's clock in seconds, with milliseconds as fraction. */
  server_time: z.number(),
})
/** @see WalletHealth */
export type WalletHealth = z.infer<typeof WalletHealth>
