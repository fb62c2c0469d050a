import * as z from 'zod/mini'
import { AddressField, ReferCodeField } from '../fields.ts'

/**
 * POST /api/create_refer: notes who brought an account. The first code of an account wins; the same
 * again is no error. Spec, section 7.
 */

/** Body of the request. */
export const CreateReferRequest = z.object({
  refer_code: ReferCodeField,
  user_address: AddressField,
})

/** The code that counts for the account; `created` is false when it was noted before. */
export const CreateReferResponse = z.object({
  refer_code: z.string(),
  user_address: z.string(),
  created: z.boolean(),
})
/** @see CreateReferResponse */
export type CreateReferResponse = z.infer<typeof CreateReferResponse>
