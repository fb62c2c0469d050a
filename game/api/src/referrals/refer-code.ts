import { AddressField } from '@bullring/wire/fields'
import * as z from 'zod/mini'

/** POST /api/refer-code: an account's own invitation code (R-API-10). */

/** Body of the request. */
export const ReferCodeRequest = z.object({ user_address: AddressField })

/** `referred` counts the accounts that joined with the code; `proven` counts the subset that proved it. */
export const ReferCodeResponse = z.object({
  refer_code: z.string(),
  referred: z.int().check(z.nonnegative()),
  proven: z.int().check(z.nonnegative()),
})
export type ReferCodeResponse = z.infer<typeof ReferCodeResponse>
