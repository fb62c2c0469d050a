import * as z from 'zod/mini'
import { SOCIAL_ACCOUNTS } from './social-accounts.ts'

/** Sites that visitors log in at: those of all social accounts but Farcaster, whose users log in on the phone. */
export const SOCIAL_PROVIDERS = SOCIAL_ACCOUNTS.filter((account) => account !== 'farcaster')

/** @see SOCIAL_PROVIDERS */
export const SocialProvider = z.enum(SOCIAL_PROVIDERS)
/** @see SocialProvider */
export type SocialProvider = z.infer<typeof SocialProvider>

/** How an identity proves itself: by an email code, at another site, or with Farcaster. */
export const IdentityProvider = z.enum(['email', ...SOCIAL_PROVIDERS, 'farcaster'])
/** @see IdentityProvider */
export type IdentityProvider = z.infer<typeof IdentityProvider>
