import * as z from 'zod/mini'

/** GET /v1/identity/{address}: name and picture of an account (R-NAMES-1). */
export const Identity = z.object({
  name: z.nullable(z.string()),
  /** URL of a picture. */
  avatar: z.nullable(z.string()),
})
export type Identity = z.infer<typeof Identity>
