import * as z from 'zod/mini'
import { SiwxSession } from './session.ts'

/** POST /siwx/verify: turns a signed EIP-4361 message into a session. */

/**
 * Body of the request. A message that a wallet signs while it connects lists what the app may use, by method and
 * network (ERC-5573). A signature has 31 bytes or more (R-RPC-14); that of a contract wallet may carry the
 * call that deploys it (ERC-6492).
 */
export const SiwxVerifyRequest = z.object({
  message: z.string().check(z.minLength(1), z.maxLength(16_000)),
  signature: z
    .string()
    .check(z.regex(/^0x(?:[0-9a-fA-F]{2}){31,16384}$/, 'not a signature in hex with 0x')),
})
/** @see SiwxVerifyRequest */
export type SiwxVerifyRequest = z.infer<typeof SiwxVerifyRequest>

/** The token is returned only here; its holder is signed in. */
export const SiwxVerifyResponse = z.object({ token: z.string(), session: SiwxSession })
/** @see SiwxVerifyResponse */
export type SiwxVerifyResponse = z.infer<typeof SiwxVerifyResponse>
