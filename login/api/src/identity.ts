import * as z from 'zod/mini'
import { IdentityProvider } from './social-provider.ts'

/**
 * The identity that logged in. `provider` and `subject` together are its key. Two identities with the same address are never
 * merged.
 */
export const Identity = z.object({
  provider: IdentityProvider,
  /** The address itself for `email`, the account's id at the provider otherwise. */
  subject: z.string().check(z.minLength(1), z.maxLength(254)),
  /** Verified by the provider; null when it names none. */
  email: z.nullable(z.string()),
  /** Name to show; null when the provider names none. */
  name: z.nullable(z.string().check(z.maxLength(100))),
})
export type Identity = z.infer<typeof Identity>
