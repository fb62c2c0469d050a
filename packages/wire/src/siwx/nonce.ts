import * as z from 'zod/mini'

/** POST /siwx/nonce: a number for one sign-in message. Good once, until `expiresAt`. */
export const SiwxNonce = z.object({
  /** Letters and digits, as EIP-4361 wants it. */
  nonce: z.string().check(z.regex(/^[A-Za-z0-9]{8,}$/)),
  expiresAt: z.iso.datetime(),
})
/** @see SiwxNonce */
export type SiwxNonce = z.infer<typeof SiwxNonce>
