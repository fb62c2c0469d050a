/**
 * Every social account, Farcaster included, in the order in which apps offer them. Without schemas: pages load the list before
 * they need any.
 */
export const SOCIAL_ACCOUNTS = [
  'google',
  'x',
  'discord',
  'farcaster',
  'github',
  'apple',
  'facebook',
] as const
/** One of {@link SOCIAL_ACCOUNTS}. */
export type SocialAccount = (typeof SOCIAL_ACCOUNTS)[number]
