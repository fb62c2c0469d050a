import { AccountField } from '@bullring/wire/caip-fields'
import * as z from 'zod/mini'

/** GET /v1/identity/{address}: name and picture of an account (R-NAMES-1). */

/** Query of the request. */
export const IdentityQuery = z.object({
  /** The account that asks. Checked only: names are public. */
  sender: z.optional(AccountField),
})

/** Name and picture; null without one. */
export const Identity = z.object({
  name: z.nullable(z.string()),
  /** URL of a picture. */
  avatar: z.nullable(z.string()),
})
export type Identity = z.infer<typeof Identity>
