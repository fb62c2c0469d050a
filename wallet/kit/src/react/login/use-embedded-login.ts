import { socialName } from '@bullring/login-api/social-name'
import { useEmbeddedWallet } from './use-embedded-wallet.ts'

/** Login of the embedded wallet's user. */
export type EmbeddedLogin = {
  /** Name of the social account's site; null for email. */
  provider: string | null
  /** Id of that site, `google`. */
  providerId: string | null
  /** Email address or user name. */
  name: string | null
  /** Origin of the wallet. */
  origin: string
}

/** Longest name that is shown in full. */
const NAME_MAX = 30

/** Returns the login of the user; null while unknown. */
export function useEmbeddedLogin(): EmbeddedLogin | null {
  const wallet = useEmbeddedWallet()
  if (wallet === null) return null
  const { record, origin } = wallet
  const provider = record.socialProvider()
  const name = provider === null ? record.email() : (record.userName() ?? record.email())
  const isLong = name !== null && name.length > NAME_MAX
  return {
    provider: provider === null ? null : socialName(provider),
    providerId: provider,
    name: isLong ? `${name.slice(0, NAME_MAX)}…` : name,
    origin,
  }
}
