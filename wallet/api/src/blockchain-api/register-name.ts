import { AddressField } from '@bullring/wire/fields'
import { SignatureField } from '@bullring/wire/signature-field'
import { StorableText } from '@bullring/wire/storable-text'
import * as z from 'zod/mini'

/** POST /v1/profile/account: registers a name, or changes its attributes (R-NAMES-5). */

/** Coin type of the EVM chain 0 (ENSIP-11). Other chains add their id to it (R-NAMES-6). */
export const EVM_COIN_TYPE_OFFSET = 2_147_483_648

/** Body of the request. */
export const RegisterNameRequest = z.object({
  coin_type: z.int(),
  address: AddressField,
  /** JSON of {@link NameMessage}, exactly as it was signed. */
  message: z.string().check(z.minLength(1), z.maxLength(8_192)),
  signature: SignatureField,
})
export type RegisterNameRequest = z.output<typeof RegisterNameRequest>

/** The signed message, as JSON. */
export const NameMessage = z.strictObject({
  /** The full name. */
  name: StorableText.check(z.maxLength(255)),
  attributes: z.strictObject({
    /** An https or ipfs URL, or a small picture as a data URI. */
    avatar: z.optional(StorableText.check(z.maxLength(2_048))),
    bio: z.optional(StorableText.check(z.maxLength(280))),
  }),
  /** Unix seconds. */
  timestamp: z.int().check(z.nonnegative()),
})
export type NameMessage = z.infer<typeof NameMessage>

/** Every failure has another status than 200. */
export const RegisterNameResponse = z.object({ success: z.literal(true) })
export type RegisterNameResponse = z.infer<typeof RegisterNameResponse>
