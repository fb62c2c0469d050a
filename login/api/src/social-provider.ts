import * as z from 'zod/mini'
import { SOCIAL_ACCOUNTS } from './social-accounts.ts'

/** Sites that visitors log in at: all social accounts but Farcaster, whose users log in on the phone. */
export const SOCIAL_PROVIDERS = SOCIAL_ACCOUNTS.filter((account) => account !== 'farcaster')

export const SocialProvider = z.enum(SOCIAL_PROVIDERS)
export type SocialProvider = z.infer<typeof SocialProvider>

/** Proof of an identity: by an email code, at another site, with Farcaster or within Telegram. */
export const IdentityProvider = z.enum(['email', ...SOCIAL_PROVIDERS, 'farcaster', 'telegram'])
export type IdentityProvider = z.infer<typeof IdentityProvider>
