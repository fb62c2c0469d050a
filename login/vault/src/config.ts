import { hkdfSync, type KeyObject } from 'node:crypto'
import { SOCIAL_PROVIDERS, type SocialProvider } from '@bullring/login-api/social-provider'
import { type Kek, KekList } from '@bullring/login-server/envelope/key-provider'
import {
  type FarcasterConfig,
  FarcasterIdRegistry,
  FarcasterKeyRegistry,
  FarcasterRelayUrl,
  FarcasterRpcUrl,
  farcasterConfig,
} from '@bullring/login-server/farcaster/farcaster-config'
import { MailFrom, SmtpUrl } from '@bullring/login-server/mail/mail-config'
import { LocalProviderUrl } from '@bullring/login-server/oauth/local-provider'
import { SigningKey, VerifyingKey } from '@bullring/server/config/ed25519-keys'
import {
  AccessToken,
  DatabaseUrl,
  LogLevel,
  listOf,
  ProxyCount,
  WebUrl,
  wholeNumber,
} from '@bullring/server/config/env-fields'
import { parseEnv } from '@bullring/server/config/parse-env'
import { withLoopbackNames } from '@bullring/server/http/loopback-names'
import * as z from 'zod'
import type { OAuthClient } from './oauth/providers.ts'
import type { MailLimits } from './otp/create-mail-allowance.ts'

/** Configuration of the vault, read once from the environment. */
export type VaultConfig = {
  http: {
    host: string
    /** 0 selects a free port. */
    port: number
    /** Number of trusted proxies, which set the headers with the caller's address and the requested host. */
    proxies: number
    requestsPerMinute: number
  }
  /** Origin of the service itself; null when only this machine calls it. */
  publicOrigin: string | null
  /** Origins of the frame: the only pages that may call the service. */
  frameOrigins: readonly string[]
  /** Origins of the apps that may embed the frame. */
  appOrigins: readonly string[]
  databaseUrl: string
  mail: { url: string; from: string }
  mailLimits: MailLimits
  /** How often the recovery share of one wallet may be handed out. */
  releasesPerDay: number
  oauth: {
    /** Registrations with the providers that visitors may log in with. */
    clients: ReadonlyMap<SocialProvider, OAuthClient>
    /** A provider on this machine that stands in for all of them; null for the real ones. */
    localUrl: string | null
  }
  /** Null without login with Farcaster. */
  farcaster: FarcasterConfig | null
  /** Signs assertions. */
  assertionKey: KeyObject
  /** Verifies custody's receipts. */
  custodyKey: KeyObject
  /** Key-encryption keys of the recovery shares; the first one is for new shares. */
  keks: readonly Kek[]
  /** Key of the hashes of mailed codes. */
  codeKey: Buffer
  /** Callers with this token may read the metrics; null for none. */
  metricsToken: string | null
  logLevel: z.output<typeof LogLevel>
}

const OAuthClientField = z
  .string()
  .regex(
    new RegExp(`^(?:${SOCIAL_PROVIDERS.join('|')})=[^:\\s]+:\\S+$`),
    `must be a list such as google=id:secret, of ${SOCIAL_PROVIDERS.join(', ')}`,
  )
  .transform((text): [SocialProvider, OAuthClient] => {
    const [, name = '', clientId = '', clientSecret = ''] = /^(\w+)=([^:]+):(.+)$/.exec(text) ?? []
    return [name as SocialProvider, { clientId, clientSecret }]
  })

const Env = z.object({
  VAULT_HOST: z.string().default('127.0.0.1'),
  VAULT_PORT: wholeNumber(0, 65_535).default(4300),
  VAULT_PUBLIC_URL: WebUrl.optional(),
  VAULT_FRAME_URLS: listOf(WebUrl).refine(
    (urls) => urls.length > 0,
    'must name the URL of the frame',
  ),
  VAULT_APP_URLS: listOf(WebUrl).refine(
    (urls) => urls.length > 0,
    'must name the URLs of the apps that may embed the frame',
  ),
  VAULT_DATABASE_URL: DatabaseUrl,
  VAULT_SMTP_URL: SmtpUrl,
  VAULT_MAIL_FROM: MailFrom,
  VAULT_MAILS_PER_HOUR: wholeNumber(1, 1_000_000).default(5),
  VAULT_MAILS_PER_DAY: wholeNumber(1, 1_000_000).default(10),
  VAULT_MAILS_PER_HOUR_AND_IP: wholeNumber(1, 1_000_000).default(20),
  VAULT_MAILS_PER_HOUR_IN_ALL: wholeNumber(1, 1_000_000).default(2_000),
  VAULT_RELEASES_PER_DAY: wholeNumber(1, 1_000_000).default(3),
  VAULT_ASSERTION_KEY: SigningKey,
  VAULT_CUSTODY_PUBLIC_KEY: VerifyingKey,
  VAULT_KEKS: KekList,
  VAULT_OAUTH_CLIENTS: listOf(OAuthClientField),
  VAULT_OAUTH_LOCAL_URL: LocalProviderUrl.optional(),
  VAULT_FARCASTER_RPC_URL: FarcasterRpcUrl,
  VAULT_FARCASTER_RELAY_URL: FarcasterRelayUrl,
  VAULT_FARCASTER_ID_REGISTRY: FarcasterIdRegistry,
  VAULT_FARCASTER_KEY_REGISTRY: FarcasterKeyRegistry,
  VAULT_TRUST_PROXY: ProxyCount,
  VAULT_RATE_LIMIT_PER_MINUTE: wholeNumber(1, 1_000_000).default(300),
  VAULT_METRICS_TOKEN: AccessToken.optional(),
  VAULT_LOG_LEVEL: LogLevel,
})

/** Names of the variables that the vault reads. */
export const VARIABLES: readonly string[] = Object.keys(Env.shape)

/**
 * Parses the configuration. An empty variable counts as absent.
 *
 * @throws {InvalidConfigError} naming every invalid variable.
 */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): VaultConfig {
  const vars = parseEnv(Env, env)
  return {
    http: {
      host: vars.VAULT_HOST,
      port: vars.VAULT_PORT,
      proxies: vars.VAULT_TRUST_PROXY,
      requestsPerMinute: vars.VAULT_RATE_LIMIT_PER_MINUTE,
    },
    publicOrigin:
      vars.VAULT_PUBLIC_URL === undefined ? null : new URL(vars.VAULT_PUBLIC_URL).origin,
    frameOrigins: withLoopbackNames(vars.VAULT_FRAME_URLS.map((url) => new URL(url).origin)),
    appOrigins: vars.VAULT_APP_URLS.map((url) => new URL(url).origin),
    databaseUrl: vars.VAULT_DATABASE_URL,
    mail: { url: vars.VAULT_SMTP_URL, from: vars.VAULT_MAIL_FROM },
    mailLimits: {
      perHour: vars.VAULT_MAILS_PER_HOUR,
      perDay: vars.VAULT_MAILS_PER_DAY,
      perHourAndIp: vars.VAULT_MAILS_PER_HOUR_AND_IP,
      perHourInAll: vars.VAULT_MAILS_PER_HOUR_IN_ALL,
    },
    releasesPerDay: vars.VAULT_RELEASES_PER_DAY,
    oauth: {
      clients: new Map(vars.VAULT_OAUTH_CLIENTS),
      localUrl: vars.VAULT_OAUTH_LOCAL_URL ?? null,
    },
    farcaster: farcasterConfig({
      rpcUrl: vars.VAULT_FARCASTER_RPC_URL,
      relayUrl: vars.VAULT_FARCASTER_RELAY_URL,
      idRegistry: vars.VAULT_FARCASTER_ID_REGISTRY,
      keyRegistry: vars.VAULT_FARCASTER_KEY_REGISTRY,
    }),
    assertionKey: vars.VAULT_ASSERTION_KEY,
    custodyKey: vars.VAULT_CUSTODY_PUBLIC_KEY,
    keks: vars.VAULT_KEKS,
    codeKey: codeKeyOf(vars.VAULT_KEKS),
    metricsToken: vars.VAULT_METRICS_TOKEN ?? null,
    logLevel: vars.VAULT_LOG_LEVEL,
  }
}

/** Derived, so that the operator has one secret less to keep. A new first key voids the codes of the last 20 minutes. */
function codeKeyOf([first]: readonly Kek[]): Buffer {
  if (first === undefined) throw new TypeError('There is no key-encryption key')
  return Buffer.from(hkdfSync('sha256', first.key, '', 'bullring vault code hashes', 32))
}
