import { AddressField, ReferCodeField } from '@bullring/wire/fields'
import { signatureField } from '@bullring/wire/signature-field'
import type { Address } from 'viem'
import * as z from 'zod/mini'
import { type SigningGame, signedText } from './signed-text.ts'

/**
 * POST /api/create_refer: records the referrer of an account (R-API-9). The first code wins, and posting
 * again is idempotent (R-REFERRAL-2). A proven code replaces an unproven one, never the reverse.
 */

/** Body of the request. */
export const CreateReferRequest = z.object({
  refer_code: ReferCodeField,
  user_address: AddressField,
  /** The account's signature (EIP-191) of `referralMessage`. A sign-in token in the header proves it too. */
  signature: z.optional(signatureField(6_000)),
})

/** Returns the text that an account signs to name its inviter. */
export function referralMessage(referCode: string, account: Address, game: SigningGame): string {
  const statement = 'I was invited to Bullring.'
  return signedText({ statement, subject: `Invitation code: ${referCode}`, account }, game)
}

/** The code recorded for the account. `created` is false when it was recorded before. */
export const CreateReferResponse = z.object({
  refer_code: z.string(),
  user_address: z.string(),
  created: z.boolean(),
  /** Whether the account itself named its inviter; otherwise anyone may have sent it. */
  proven: z.boolean(),
})
export type CreateReferResponse = z.infer<typeof CreateReferResponse>
