import type { KeyObject } from 'node:crypto'
import type { BundlerTarget } from '@bullring/accounts-client/forward-call'
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
import type { KnownMarket } from '@bullring/wire/chain/known-market'
import { MARKET_KINDS } from '@bullring/wire/chain/market-kind'
import { getAddress } from 'viem'
import * as z from 'zod'
import { type Projects, parseProjects } from './projects.ts'
import {
  NEED_SECRET,
  type OAuthClient,
  type OAuthConfig,
} from './sessions/evidence/oauth-providers.ts'

/** Configuration of the custody service, read once from the environment. */
export type CustodyConfig = {
  http: {
    host: string
    /** 0 selects a free port. */
    port: number
    /** Number of trusted proxies, which set the headers with the caller's address and the requested host. */
    proxies: number
    requestsPerMinute: number
    /** Logins that one IP address may begin. */
    loginsPerMinute: number
  }
  /** Where browsers reach the service and the frame; mailed links begin with it. */
  publicOrigin: string
  databaseUrl: string
  /** Apps that may embed the frame. */
  projects: Projects
  /** Folder of the built frame; null serves the API and the approval page alone. */
  frameRoot: string | null
  vault: {
    /** Base URL for browsers, without a slash at the end. */
    publicUrl: string
    /** Verifies login assertions. */
    publicKey: KeyObject
  }
  /** Signs the core's receipts for the vault. */
  receiptKey: KeyObject
  /** Sites whose logins the service can check itself. */
  oauth: OAuthConfig
  /** Null without login with Farcaster. */
  farcaster: FarcasterConfig | null
  /** The service that owns the nodes, and the key that it expects. */
  walletService: { url: string; projectId: string }
  /** Sends the operations of smart accounts, on the first chain; null without them. */
  bundler: BundlerTarget | null
  /** Chains of the frame, the default one first. */
  chainIds: readonly number[]
  markets: readonly KnownMarket[]
  mail: { url: string; from: string }
  /** Mails that visitors cause, all together. */
  mailsPerHour: number
  /** Key-encryption keys of the shares; the first one is for new shares. */
  keks: readonly Kek[]
  /** Recovery shares that are handed out for a wallet per day. */
  recoveriesPerDay: number
  /** Callers with this token may read the metrics; null for none. */
  metricsToken: string | null
  logLevel: z.output<typeof LogLevel>
}

const Origin = WebUrl.refine((url) => URL.parse(url)?.pathname === '/', 'must be an origin')

const ProjectList = z.string('is missing').transform((text, context) => {
  const projects = parseProjects(text)
  if (projects !== null) return projects
  context.addIssue('must be a list such as my-app=https://app.example;other=https://other.example')
  return z.NEVER
})

const Market = z
  .string()
  .regex(
    /^[1-9]\d{0,14}:[A-Za-z0-9]{1,16}=0x[0-9a-fA-F]{40}$/,
    'must be a list such as 56:BNB=0x…, a chain, a symbol and a contract',
  )
  .transform((text) => {
    const [chainId, symbol = '', prediction = ''] = text.split(/[:=]/)
    return { chainId: Number(chainId), symbol, prediction: getAddress(prediction) }
  })

const OAuthClientField = z
  .string()
  .regex(
    new RegExp(`^(?:${SOCIAL_PROVIDERS.join('|')})=[^:\\s]+(?::\\S+)?$`),
    `must be a list such as google=id,github=id:secret, of ${SOCIAL_PROVIDERS.join(', ')}`,
  )
  .transform((text): [SocialProvider, OAuthClient] => {
    const [, name = '', clientId = '', secret] = /^(\w+)=([^:]+)(?::(.+))?$/.exec(text) ?? []
    return [name as SocialProvider, { clientId, clientSecret: secret ?? null }]
  })
  .refine(
    ([name, { clientSecret }]) => clientSecret !== null || !NEED_SECRET.has(name),
    `needs the secret too for ${[...NEED_SECRET].join(' and ')}, as in github=id:secret`,
  )

const Env = z.object({
  CUSTODY_HOST: z.string().default('127.0.0.1'),
  CUSTODY_PORT: wholeNumber(0, 65_535).default(4200),
  CUSTODY_PUBLIC_URL: Origin,
  CUSTODY_DATABASE_URL: DatabaseUrl,
  CUSTODY_PROJECTS: ProjectList,
  CUSTODY_FRAME_ROOT: z.string().optional(),
  CUSTODY_VAULT_URL: WebUrl,
  CUSTODY_VAULT_PUBLIC_KEY: VerifyingKey,
  CUSTODY_RECEIPT_KEY: SigningKey,
  CUSTODY_OAUTH_CLIENTS: listOf(OAuthClientField),
  CUSTODY_OAUTH_LOCAL_URL: LocalProviderUrl.optional(),
  CUSTODY_FARCASTER_RPC_URL: FarcasterRpcUrl,
  CUSTODY_FARCASTER_RELAY_URL: FarcasterRelayUrl,
  CUSTODY_FARCASTER_ID_REGISTRY: FarcasterIdRegistry,
  CUSTODY_FARCASTER_KEY_REGISTRY: FarcasterKeyRegistry,
  CUSTODY_WALLET_SERVICE_URL: WebUrl,
  CUSTODY_WALLET_PROJECT_ID: z.string().default('bullring'),
  CUSTODY_BUNDLER_URL: WebUrl.optional(),
  CUSTODY_BUNDLER_TOKEN: AccessToken.optional(),
  CUSTODY_CHAIN_IDS: listOf(wholeNumber(1, Number.MAX_SAFE_INTEGER)).refine(
    (ids) => ids.length > 0,
    'must name at least one chain id',
  ),
  CUSTODY_MARKETS: listOf(Market),
  CUSTODY_MARKET_KIND: z
    .enum(MARKET_KINDS, `must be ${MARKET_KINDS.join(' or ')}`)
    .default('bullring'),
  CUSTODY_SMTP_URL: SmtpUrl,
  CUSTODY_MAIL_FROM: MailFrom,
  CUSTODY_MAILS_PER_HOUR_IN_ALL: wholeNumber(1, 1_000_000).default(2_000),
  CUSTODY_KEKS: KekList,
  CUSTODY_RECOVERIES_PER_DAY: wholeNumber(1, 1_000).default(3),
  CUSTODY_TRUST_PROXY: ProxyCount,
  CUSTODY_RATE_LIMIT_PER_MINUTE: wholeNumber(1, 1_000_000).default(600),
  CUSTODY_LOGINS_PER_MINUTE: wholeNumber(1, 1_000_000).default(10),
  CUSTODY_METRICS_TOKEN: AccessToken.optional(),
  CUSTODY_LOG_LEVEL: LogLevel,
})

/** Names of the variables that the custody service reads. */
export const VARIABLES: readonly string[] = Object.keys(Env.shape)

/**
 * Parses the configuration. An empty variable counts as absent.
 *
 * @throws {InvalidConfigError} naming every invalid variable.
 */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): CustodyConfig {
  const vars = parseEnv(Env, env)
  return {
    http: {
      host: vars.CUSTODY_HOST,
      port: vars.CUSTODY_PORT,
      proxies: vars.CUSTODY_TRUST_PROXY,
      requestsPerMinute: vars.CUSTODY_RATE_LIMIT_PER_MINUTE,
      loginsPerMinute: vars.CUSTODY_LOGINS_PER_MINUTE,
    },
    publicOrigin: new URL(vars.CUSTODY_PUBLIC_URL).origin,
    databaseUrl: vars.CUSTODY_DATABASE_URL,
    projects: vars.CUSTODY_PROJECTS,
    frameRoot: vars.CUSTODY_FRAME_ROOT ?? null,
    vault: {
      publicUrl: vars.CUSTODY_VAULT_URL.replace(/\/$/, ''),
      publicKey: vars.CUSTODY_VAULT_PUBLIC_KEY,
    },
    receiptKey: vars.CUSTODY_RECEIPT_KEY,
    walletService: {
      url: vars.CUSTODY_WALLET_SERVICE_URL,
      projectId: vars.CUSTODY_WALLET_PROJECT_ID,
    },
    bundler: vars.CUSTODY_BUNDLER_URL
      ? { url: vars.CUSTODY_BUNDLER_URL, token: vars.CUSTODY_BUNDLER_TOKEN ?? null }
      : null,
    oauth: {
      clients: new Map(vars.CUSTODY_OAUTH_CLIENTS),
      localUrl: vars.CUSTODY_OAUTH_LOCAL_URL ?? null,
    },
    farcaster: farcasterConfig({
      rpcUrl: vars.CUSTODY_FARCASTER_RPC_URL,
      relayUrl: vars.CUSTODY_FARCASTER_RELAY_URL,
      idRegistry: vars.CUSTODY_FARCASTER_ID_REGISTRY,
      keyRegistry: vars.CUSTODY_FARCASTER_KEY_REGISTRY,
    }),
    chainIds: vars.CUSTODY_CHAIN_IDS,
    markets: vars.CUSTODY_MARKETS.map((market) => ({ ...market, kind: vars.CUSTODY_MARKET_KIND })),
    mail: { url: vars.CUSTODY_SMTP_URL, from: vars.CUSTODY_MAIL_FROM },
    mailsPerHour: vars.CUSTODY_MAILS_PER_HOUR_IN_ALL,
    keks: vars.CUSTODY_KEKS,
    recoveriesPerDay: vars.CUSTODY_RECOVERIES_PER_DAY,
    metricsToken: vars.CUSTODY_METRICS_TOKEN ?? null,
    logLevel: vars.CUSTODY_LOG_LEVEL,
  }
}
