import { ANY_HOST } from './embedded-wallet/embedded-urls.ts'
import { hostUrl } from './host-url.ts'
import { variablesOf } from './service-variables.ts'
import type { StackSettings } from './settings.ts'

/** Whether this installation runs a relay: on a local chain by default, elsewhere when the operator says so. */
export function hasRelay({ relay, chain }: StackSettings): boolean {
  return relay === 'on' || (relay === 'auto' && chain.kind === 'local')
}

/**
 * Returns the environment of the relay. Clients reach it through the game service, so it listens on this machine and
 * trusts the game service's forwarding headers.
 */
export function relayVariables(
  settings: StackSettings,
  databaseUrl: string,
): Record<string, string> {
  const { GAME_PUBLIC_URL: publicUrl } = settings.serviceEnv
  const { RELAY_PORT: port, ...given } = variablesOf(settings, 'RELAY_')
  return {
    // Without a public URL, the relay serves clients of this machine only.
    ...(publicUrl && { RELAY_AUDIENCES: relayUrlAt(publicUrl) }),
    ...given,
    BULLRING_HOST: '127.0.0.1',
    PORT: port || '0',
    TRUST_PROXY: '1',
    RELAY_DATABASE_URL: databaseUrl,
  }
}

/** Returns the URL of the relay for pages of this machine. */
export function relayUrlOf({ host, port, serviceEnv }: StackSettings): string {
  const { GAME_RELAY_URL: given, GAME_PUBLIC_URL: publicUrl } = serviceEnv
  if (given) return given
  const name = ANY_HOST.has(host) ? '127.0.0.1' : host
  return relayUrlAt(publicUrl || hostUrl(name, port))
}

/** Returns the URL at which clients reach the relay of a site. */
function relayUrlAt(publicUrl: string): string {
  return `${new URL(publicUrl).origin.replace(/^http/, 'ws')}/relay`
}
