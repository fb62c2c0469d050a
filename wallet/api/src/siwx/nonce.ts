import * as z from 'zod/mini'

/** POST /siwx/nonce: a nonce for one sign-in message. Valid once, until `expiresAt` (R-SIGNIN-7). */
export const SiwxNonce = z.object({
  /** Letters and digits, as EIP-4361 requires. */
  nonce: z.string().check(z.regex(/^[A-Za-z0-9]{8,}$/)),
  expiresAt: z.iso.datetime(),
})
export type SiwxNonce = z.infer<typeof SiwxNonce>
