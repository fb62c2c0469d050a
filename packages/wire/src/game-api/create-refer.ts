import * as z from 'zod/mini'
import { AddressField, ReferCodeField } from '../fields.ts'

/**
 * POST /api/create_refer: records the referrer of an account (R-API-9). The first code wins, and posting
 * again is idempotent (R-REFERRAL-2).
 */

/** Body of the request. */
export const CreateReferRequest = z.object({
  refer_code: ReferCodeField,
  user_address: AddressField,
})

/** The code recorded for the account; `created` is false when it was recorded before. */
export const CreateReferResponse = z.object({
  refer_code: z.string(),
  user_address: z.string(),
  created: z.boolean(),
})
/** @see CreateReferResponse */
export type CreateReferResponse = z.infer<typeof CreateReferResponse>
