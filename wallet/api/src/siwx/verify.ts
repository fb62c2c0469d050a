import { SignatureField } from '@bullring/wire/signature-field'
import * as z from 'zod/mini'
import { SiwxSession } from './session.ts'

/** POST /siwx/verify: turns a signed EIP-4361 message into a session. */

/**
 * Body of the request. A message that a wallet signs while it connects lists what the app may use, by method and
 * network (ERC-5573).
 */
export const SiwxVerifyRequest = z.object({
  message: z.string().check(z.minLength(1), z.maxLength(16_000)),
  signature: SignatureField,
})
export type SiwxVerifyRequest = z.infer<typeof SiwxVerifyRequest>

/** The token is returned only here. Its holder is signed in. */
export const SiwxVerifyResponse = z.object({ token: z.string(), session: SiwxSession })
export type SiwxVerifyResponse = z.infer<typeof SiwxVerifyResponse>
