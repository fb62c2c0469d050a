import { SignatureField } from '@bullring/wire/signature-field'
import * as z from 'zod/mini'
import { bytesField } from '../byte-fields.ts'
import { FarcasterSalt } from '../farcaster-nonce.ts'
import { TelegramInitData } from '../telegram-init-data.ts'

/**
 * Evidence by which custody checks a social, Farcaster or Telegram login itself, without trusting vault: the provider's own
 * token, or what was signed.
 */
export const LoginEvidence = z.discriminatedUnion('kind', [
  /** An OpenID Connect ID token, whose nonce is made of the device's id and `nonceSalt` (see `loginNonce`). */
  z.object({
    kind: z.literal('id-token'),
    token: z.string().check(z.maxLength(8_192)),
    nonceSalt: bytesField(32),
  }),
  /** An access token for the provider's user information (RFC 6750, section 2.1). */
  z.object({
    kind: z.literal('access-token'),
    token: z.string().check(z.maxLength(4_096), z.regex(/^[\w.~+/-]+=*$/, 'not a token')),
  }),
  /** A Sign In with Farcaster message, and the salt from which the device's nonce derives. */
  z.object({
    kind: z.literal('farcaster'),
    message: z.string().check(z.maxLength(4_000)),
    signature: SignatureField,
    salt: FarcasterSalt,
  }),
  /** Launch data of a Mini App, which Telegram has signed. */
  z.object({ kind: z.literal('telegram'), initData: TelegramInitData }),
])
export type LoginEvidence = z.infer<typeof LoginEvidence>
