import { SOCIAL_ACCOUNTS } from '@bullring/login-api/social-accounts'
import { isLoopbackHost } from '@bullring/server/http/site-hosts'
import type { StackSettings } from '../settings.ts'
import type { EmbeddedUrls } from './embedded-urls.ts'

type Variables = Readonly<Record<string, string>>

/**
 * Returns whether the local provider stands in for the social sites: on a local chain that only this machine reaches,
 * because anyone can log in there as anyone, and unless the operator names registrations with the real ones.
 */
export function hasLocalProvider(
  { chain, serviceEnv }: StackSettings,
  urls: EmbeddedUrls,
): boolean {
  const isRegistered = Boolean(
    serviceEnv['VAULT_OAUTH_CLIENTS'] || serviceEnv['CUSTODY_OAUTH_CLIENTS'],
  )
  return chain.kind === 'local' && isHere(urls) && !isRegistered
}

/** Returns whether relay, phone and registries of this machine stand in for Farcaster: where anyone may log in as anyone. */
export function hasLocalFarcaster(
  { chain, serviceEnv }: StackSettings,
  urls: EmbeddedUrls,
): boolean {
  const isConfigured = Boolean(
    serviceEnv['VAULT_FARCASTER_RPC_URL'] || serviceEnv['CUSTODY_FARCASTER_RPC_URL'],
  )
  return chain.kind === 'local' && isHere(urls) && !isConfigured
}

/** Returns whether only browsers of this machine reach the embedded wallet. */
export function isHere({ custody }: EmbeddedUrls): boolean {
  return isLoopbackHost(new URL(custody.publicUrl).host)
}

/** Returns the social accounts that both services can check, in the order in which apps offer them. */
export function offeredSocials(vault: Variables, custody: Variables): readonly string[] {
  const [atVault, atCustody] = [namesIn(vault, 'VAULT'), namesIn(custody, 'CUSTODY')]
  return SOCIAL_ACCOUNTS.filter((name) => atVault.has(name) && atCustody.has(name))
}

function namesIn(variables: Variables, prefix: string): ReadonlySet<string | undefined> {
  const clients = (variables[`${prefix}_OAUTH_CLIENTS`] ?? '').split(',')
  const names = clients.map((client) => client.trim().split('=')[0])
  return new Set([...names, ...(variables[`${prefix}_FARCASTER_RPC_URL`] ? ['farcaster'] : [])])
}
