import type { Identity } from '@bullring/login-api/identity'
import type { SocialProvider } from '@bullring/login-api/social-provider'
import { StorableText } from '@bullring/wire/storable-text'
import * as z from 'zod/mini'
import { nameToShow } from './name-to-show.ts'

/** An account at a provider. `email` is one that the provider has verified. */
export type OAuthProfile = Omit<Identity, 'provider'>

const Text = StorableText.check(z.minLength(1), z.maxLength(254))
const Id = z.union([Text, z.pipe(z.int(), z.transform(String))])
/** Unverified text of the provider: used as a label only. */
const Name = z.pipe(
  z.nullish(z.string()),
  z.transform((name) => nameToShow(name ?? '')),
)
const Email = z.nullish(Text)

const Claims = z.object({
  sub: Text,
  email: Email,
  // Apple writes it as a text.
  email_verified: z.optional(z.union([z.boolean(), z.enum(['true', 'false'])])),
  name: Name,
})
const GithubUser = z.object({ id: z.int(), login: Name, name: Name })
const GithubEmails = z.array(z.object({ email: Text, primary: z.boolean(), verified: z.boolean() }))
const FacebookUser = z.object({ id: Id, name: Name, email: Email })
const XUser = z.object({ data: z.object({ id: Id, username: Name }) })
const DiscordUser = z.object({
  id: Id,
  username: Name,
  global_name: Name,
  email: Email,
  verified: z.optional(z.boolean()),
})

type ReadProfile = (documents: readonly unknown[]) => OAuthProfile

const fromClaims: ReadProfile = ([claims]) => {
  const { sub, email, email_verified, name } = z.parse(Claims, claims)
  return { subject: sub, email: verified(email, String(email_verified) === 'true'), name }
}

/** Reads the account from what each provider returns. */
export const readProfile: Readonly<Record<SocialProvider, ReadProfile>> = {
  google: fromClaims,
  apple: fromClaims,
  github: ([user, emails]) => {
    const { id, login, name } = z.parse(GithubUser, user)
    const own = z.safeParse(GithubEmails, emails).data?.find(({ primary }) => primary)
    return {
      subject: String(id),
      email: verified(own?.email, own?.verified ?? false),
      name: name ?? login,
    }
  },
  facebook: ([user]) => {
    const { id, name, email } = z.parse(FacebookUser, user)
    return { subject: id, email: verified(email, true), name }
  },
  x: ([user]) => {
    const { id, username } = z.parse(XUser, user).data
    return { subject: id, email: null, name: username }
  },
  discord: ([user]) => {
    const { id, username, global_name, email, verified: isVerified } = z.parse(DiscordUser, user)
    return {
      subject: id,
      email: verified(email, isVerified ?? false),
      name: global_name ?? username,
    }
  },
}

function verified(email: string | null | undefined, isVerified: boolean): string | null {
  return isVerified ? (email?.toLowerCase() ?? null) : null
}
