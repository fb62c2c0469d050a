import * as z from 'zod/mini'
import { FarcasterSalt } from '../farcaster-nonce.ts'

/**
 * POST /core/farcaster/check: whether the channel behind a URL of the vault is for this device. The frame asks before it
 * shows the URL: a vault that lies could otherwise have the visitor approve a login of another device.
 */
export const FarcasterCheckRequest = z.object({
  url: z.url().check(z.maxLength(2_048)),
  salt: FarcasterSalt,
})
export type FarcasterCheckRequest = z.infer<typeof FarcasterCheckRequest>

/** Response of POST /core/farcaster/check. */
export const FarcasterCheckResponse = z.object({ checked: z.literal(true) })
