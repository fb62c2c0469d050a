import * as z from 'zod/mini'

/** Sites whose accounts can be used to log in, in the order in which they are offered. */
export const SOCIAL_PROVIDERS = ['google', 'github', 'apple', 'facebook', 'x', 'discord'] as const

/** @see SOCIAL_PROVIDERS */
export const SocialProvider = z.enum(SOCIAL_PROVIDERS)
/** @see SocialProvider */
export type SocialProvider = z.infer<typeof SocialProvider>

/** How an identity proves itself: by an email code, at another site, or with Farcaster. */
export const IdentityProvider = z.enum(['email', ...SOCIAL_PROVIDERS, 'farcaster'])
/** @see IdentityProvider */
export type IdentityProvider = z.infer<typeof IdentityProvider>
