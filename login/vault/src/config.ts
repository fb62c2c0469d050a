import { hkdfSync, type KeyObject } from 'node:crypto'
import { SOCIAL_PROVIDERS, type SocialProvider } from '@bullring/login-api/social-provider'
import { type Kek, KekList } from '@bullring/login-server/envelope/key-provider'
import {
  type FarcasterConfig,
  farcasterConfig,
} from '@bullring/login-server/farcaster/farcaster-config'
import {
  CUSTODY_PROJECTS,
  developerLimitIssues,
  FARCASTER_LOCAL_URL,
  LOGIN_DEVELOPER_LIMITS,
  MAIL_FROM,
  MAIL_URL,
  OAUTH_LOCAL_URL,
} from '@bullring/login-server/login-settings'
import {
  TELEGRAM_BOT,
  type TelegramBot,
  telegramBotIssues,
} from '@bullring/login-server/telegram/telegram-bot'
import type { Brand } from '@bullring/server/brand/read-brand'
import { parseSettings, type Settings } from '@bullring/server/config/define-settings'
import { SigningKey, VerifyingKey } from '@bullring/server/config/ed25519-keys'
import { DatabaseUrl, type LogLevel, listOf, WebUrl } from '@bullring/server/config/env-fields'
import {
  BRAND_FILE,
  BULLRING_HOST,
  CUSTODY_PUBLIC_URL,
  LOG_LEVEL,
  METRICS_TOKEN,
  portSetting,
  TRUST_PROXY,
  VAULT_PUBLIC_URL,
} from '@bullring/server/config/shared-settings'
import { withLoopbackNames } from '@bullring/server/http/loopback-names'
import * as z from 'zod'
import { DEVELOPER_LIMITS, LIMITS, type VaultLimits } from './limits.ts'
import type { OAuthClient } from './oauth/providers.ts'

/** Configuration of the vault, read once from the environment. */
export type VaultConfig = {
  http: {
    host: string
    /** 0 selects a free port. */
    port: number
    /** Number of trusted proxies, which set the headers with the caller's address and the requested host. */
    proxies: number
  }
  /** Origin of the service itself; null when only this machine calls it. */
  publicOrigin: string | null
  /** Origins of the frame: the only pages that may call the service. */
  frameOrigins: readonly string[]
  /** Origins of the apps that may embed the frame. */
  appOrigins: readonly string[]
  databaseUrl: string
  mail: { url: string; from: string }
  /** The operator's own; null for the product's. */
  brand: Brand | null
  limits: VaultLimits
  oauth: {
    /** Registrations with the providers that visitors may log in with. */
    clients: ReadonlyMap<SocialProvider, OAuthClient>
    /** A provider on this machine that stands in for all of them; null for the real ones. */
    localUrl: string | null
  }
  /** Null without login with Farcaster. */
  farcaster: FarcasterConfig | null
  /** Null without login with Telegram. */
  telegram: TelegramBot | null
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

/** Settings of the service. */
export const SETTINGS = {
  BULLRING_HOST,
  BRAND_FILE,
  PORT: portSetting(4300),
  VAULT_PUBLIC_URL: { ...VAULT_PUBLIC_URL, kind: WebUrl.optional() },
  CUSTODY_PUBLIC_URL: { ...CUSTODY_PUBLIC_URL, kind: WebUrl },
  CUSTODY_PROJECTS,
  VAULT_DATABASE_URL: {
    kind: DatabaseUrl,
    text: 'PostgreSQL database that no other service can read',
    isSecret: true,
  },
  MAIL_URL,
  MAIL_FROM,
  VAULT_ASSERTION_KEY: {
    kind: SigningKey,
    text: 'Ed25519 key that signs logins for custody, PKCS #8 in base64: `openssl genpkey -algorithm ed25519 -outform der | base64 -w0`',
    isSecret: true,
    purpose: 'Login',
  },
  VAULT_CUSTODY_PUBLIC_KEY: {
    kind: VerifyingKey,
    text: 'public half of `CUSTODY_RECEIPT_KEY`, made as `CUSTODY_VAULT_PUBLIC_KEY`',
    purpose: 'Login',
  },
  VAULT_KEKS: {
    kind: KekList,
    text: 'keys that encrypt the recovery shares, comma-separated: `2026=` and `openssl rand -base64 32`. The first one is used; at each start, shares under the others move to it, and then those can be removed. With several nodes, add a new key as the last one on all of them before it becomes the first: a node without it opens no share that has moved',
    isSecret: true,
    purpose: 'Login',
  },
  VAULT_OAUTH_CLIENTS: {
    kind: listOf(OAuthClientField),
    text: "sites to log in with: `google=id:secret`, comma-separated, of `google`, `github`, `apple`, `facebook`, `x` and `discord`. Register `https://<embedded wallet>/oauth/callback/google` there as the address to return to. Apple's secret is a JWT that you renew every six months",
    isSecret: true,
    purpose: 'Login',
  },
  OAUTH_LOCAL_URL,
  FARCASTER_LOCAL_URL,
  LOGIN_DEVELOPER_LIMITS,
  TELEGRAM_BOT,
  VAULT_FARCASTER_RPC_URL: {
    kind: WebUrl.optional(),
    text: "node of OP Mainnet, where Farcaster's registries are; offers login with Farcaster, together with `CUSTODY_FARCASTER_RPC_URL`. Best of another operator than that one",
    isSecret: true,
  },
  TRUST_PROXY,
  METRICS_TOKEN,
  LOG_LEVEL,
} as const satisfies Settings

/**
 * Parses the configuration. An empty variable counts as absent.
 *
 * @throws {InvalidConfigError} naming every invalid variable.
 */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): VaultConfig {
  const vars = parseSettings(SETTINGS, env, (present) => [
    ...developerLimitIssues(present),
    ...telegramBotIssues(present),
  ])
  return {
    http: {
      host: vars.BULLRING_HOST,
      port: vars.PORT,
      proxies: vars.TRUST_PROXY,
    },
    publicOrigin:
      vars.VAULT_PUBLIC_URL === undefined ? null : new URL(vars.VAULT_PUBLIC_URL).origin,
    frameOrigins: withLoopbackNames([new URL(vars.CUSTODY_PUBLIC_URL).origin]),
    appOrigins: [...vars.CUSTODY_PROJECTS.values()].flat(),
    databaseUrl: vars.VAULT_DATABASE_URL,
    mail: { url: vars.MAIL_URL, from: vars.MAIL_FROM },
    brand: vars.BRAND_FILE,
    limits: vars.LOGIN_DEVELOPER_LIMITS ? DEVELOPER_LIMITS : LIMITS,
    oauth: {
      clients: new Map(vars.VAULT_OAUTH_CLIENTS),
      localUrl: vars.OAUTH_LOCAL_URL ?? null,
    },
    farcaster: farcasterConfig(vars.VAULT_FARCASTER_RPC_URL, vars.FARCASTER_LOCAL_URL),
    telegram: vars.TELEGRAM_BOT,
    assertionKey: vars.VAULT_ASSERTION_KEY,
    custodyKey: vars.VAULT_CUSTODY_PUBLIC_KEY,
    keks: vars.VAULT_KEKS,
    codeKey: codeKeyOf(vars.VAULT_KEKS),
    metricsToken: vars.METRICS_TOKEN ?? null,
    logLevel: vars.LOG_LEVEL,
  }
}

/** Derived, so that the operator has one secret less to keep. A new first key voids the codes of the last 20 minutes. */
function codeKeyOf([first]: readonly Kek[]): Buffer {
  if (first === undefined) throw new TypeError('There is no key-encryption key')
  return Buffer.from(hkdfSync('sha256', first.key, '', 'bullring vault code hashes', 32))
}
