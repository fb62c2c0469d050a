import type { IdentityProvider } from '@bullring/login-api/social-provider'
import type { FarcasterConfig } from '@bullring/login-server/farcaster/farcaster-config'
import { createFarcasterRegistry } from '@bullring/login-server/farcaster/farcaster-registry'
import type { TelegramBot } from '@bullring/login-server/telegram/telegram-bot'
import type { Database } from '../../db/database.ts'
import { checkAccessToken } from './check-access-token.ts'
import { createFarcasterCheck } from './check-farcaster.ts'
import { createIdTokenCheck } from './check-id-token.ts'
import { createTelegramCheck } from './check-telegram.ts'
import type { EvidenceCheck } from './evidence-check.ts'
import { addressesOf, type OAuthConfig } from './oauth-providers.ts'
import { READ_TOKEN_OWNER } from './token-owner.ts'

/** The core's own check of each provider's logins. Providers without one cannot be used. */
export type EvidenceChecks = ReadonlyMap<IdentityProvider, EvidenceCheck>

export type EvidenceConfig = {
  oauth: OAuthConfig
  farcaster: FarcasterConfig | null
  telegram: TelegramBot | null
  /** Origin of the frame. */
  publicOrigin: string
}

/** Creates the checks of the providers that the operator has configured. */
export function createEvidenceChecks(
  { oauth: { clients, localUrl }, farcaster, telegram, publicOrigin }: EvidenceConfig,
  db: Database,
): EvidenceChecks {
  const isLocal = localUrl !== null
  const checks = new Map<IdentityProvider, EvidenceCheck>()
  for (const [provider, client] of clients) {
    const addresses = addressesOf(provider, localUrl)
    const check =
      addresses.kind === 'id-token'
        ? createIdTokenCheck({ ...addresses, clientId: client.clientId, isLocal })
        : checkAccessToken({
            readOwner: READ_TOKEN_OWNER[addresses.provider],
            apiUrl: addresses.apiUrl,
            client,
            isLocal,
          })
    checks.set(provider, check)
  }
  if (farcaster !== null) {
    const registry = createFarcasterRegistry(farcaster.registry)
    const domain = new URL(publicOrigin).host
    checks.set('farcaster', createFarcasterCheck({ registry, domain }))
  }
  if (telegram !== null) checks.set('telegram', createTelegramCheck(telegram, db))
  return checks
}
