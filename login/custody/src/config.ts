import type { KeyObject } from 'node:crypto'
import type { BundlerTarget } from '@bullring/accounts-client/forward-call'
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
import type { Projects } from '@bullring/login-server/projects'
import {
  TELEGRAM_BOT,
  type TelegramBot,
  telegramBotIssues,
} from '@bullring/login-server/telegram/telegram-bot'
import type { Brand } from '@bullring/server/brand/read-brand'
import { parseSettings, type Settings, type Values } from '@bullring/server/config/define-settings'
import { SigningKey, VerifyingKey } from '@bullring/server/config/ed25519-keys'
import {
  AccessToken,
  DatabaseUrl,
  type LogLevel,
  listOf,
  WebUrl,
  wholeNumber,
} from '@bullring/server/config/env-fields'
import { ContractAddress, MarketKindField, MarketList } from '@bullring/server/config/market-fields'
import type { PresentEnv } from '@bullring/server/config/parse-env'
import {
  BRAND_FILE,
  BULLRING_HOST,
  BUNDLER_CUSTODY_TOKEN,
  BUNDLER_URL,
  CHAIN_ID,
  CUSTODY_PUBLIC_URL,
  GAME_MARKETS,
  GAME_PROJECT_ID,
  LOG_LEVEL,
  MARKET_KIND,
  METRICS_TOKEN,
  PREDICTION_ADDRESS,
  portSetting,
  TRUST_PROXY,
  VAULT_PUBLIC_URL,
  WALLET_SERVICE_URL,
} from '@bullring/server/config/shared-settings'
import type { KnownMarket } from '@bullring/wire/chain/known-market'
import { DEFAULT_SYMBOL } from '@bullring/wire/fields'
import * as z from 'zod'
import { type CustodyLimits, DEVELOPER_LIMITS, LIMITS } from './limits.ts'
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
  }
  /** Public URL of the service and the frame; mailed links begin with it. */
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
  /** Null without login with Telegram. */
  telegram: TelegramBot | null
  /** The service that owns the nodes, and the key that it expects. */
  walletService: { url: string; projectId: string }
  /** Sends the operations of smart accounts, on the first chain; null without them. */
  bundler: BundlerTarget | null
  /** Chains of the frame, the default one first. */
  chainIds: readonly number[]
  markets: readonly KnownMarket[]
  mail: { url: string; from: string }
  /** The operator's own; null for the product's. */
  brand: Brand | null
  limits: CustodyLimits
  /** Key-encryption keys of the shares; the first one is for new shares. */
  keks: readonly Kek[]
  /** Callers with this token may read the metrics; null for none. */
  metricsToken: string | null
  logLevel: z.output<typeof LogLevel>
}

const Origin = WebUrl.refine((url) => URL.parse(url)?.pathname === '/', 'must be an origin')

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

/** Settings of the service. */
export const SETTINGS = {
  BULLRING_HOST,
  BRAND_FILE,
  PORT: portSetting(4200),
  CUSTODY_PUBLIC_URL: { ...CUSTODY_PUBLIC_URL, kind: Origin },
  CUSTODY_DATABASE_URL: {
    kind: DatabaseUrl,
    text: 'PostgreSQL database that no other service can read. Not through a pooler of transactions: waiting requests are woken by `LISTEN`, without it after up to 10 s',
    isSecret: true,
  },
  CUSTODY_PROJECTS,
  CUSTODY_FRAME_ROOT: {
    kind: z.string().optional(),
    text: "folder of the built frame, [stamped with the vault's URL](custody.md#which-vault-the-page-calls); without it, the service serves the API and the approval page only",
    usual: 'set in the image and by `npm start`',
  },
  VAULT_PUBLIC_URL: { ...VAULT_PUBLIC_URL, kind: WebUrl },
  CUSTODY_VAULT_PUBLIC_KEY: {
    kind: VerifyingKey,
    text: 'public half of `VAULT_ASSERTION_KEY`, SPKI in base64: `base64 -d | openssl pkey -inform der -pubout -outform der | base64 -w0`',
    purpose: 'Login',
  },
  CUSTODY_RECEIPT_KEY: {
    kind: SigningKey,
    text: 'Ed25519 key that signs changes of email for the vault, made as `VAULT_ASSERTION_KEY`, but another one',
    isSecret: true,
    purpose: 'Login',
  },
  CUSTODY_OAUTH_CLIENTS: {
    kind: listOf(OAuthClientField),
    text: 'sites whose logins the core checks itself: the client ids of `VAULT_OAUTH_CLIENTS`, comma-separated, as in `google=id,apple=id,x=id,discord=id`. `github` and `facebook` need the secret too: `github=id:secret`',
    isSecret: true,
    purpose: 'Login',
  },
  OAUTH_LOCAL_URL,
  FARCASTER_LOCAL_URL,
  LOGIN_DEVELOPER_LIMITS,
  TELEGRAM_BOT,
  CUSTODY_FARCASTER_RPC_URL: {
    kind: WebUrl.optional(),
    text: 'node of OP Mainnet, where the core checks logins with Farcaster itself; see `VAULT_FARCASTER_RPC_URL`',
    isSecret: true,
  },
  WALLET_SERVICE_URL: { ...WALLET_SERVICE_URL, kind: WebUrl },
  GAME_PROJECT_ID,
  BUNDLER_URL,
  BUNDLER_CUSTODY_TOKEN: { ...BUNDLER_CUSTODY_TOKEN, kind: AccessToken.optional() },
  CHAIN_ID: { ...CHAIN_ID, kind: wholeNumber(1, Number.MAX_SAFE_INTEGER).optional() },
  CUSTODY_CHAIN_IDS: {
    kind: listOf(wholeNumber(1, Number.MAX_SAFE_INTEGER)),
    text: "chains of the wallet, comma-separated, the game's first",
    usual: '`CHAIN_ID`',
  },
  PREDICTION_ADDRESS: { ...PREDICTION_ADDRESS, kind: ContractAddress.optional() },
  GAME_MARKETS: { ...GAME_MARKETS, kind: MarketList.optional() },
  MARKET_KIND: { ...MARKET_KIND, kind: MarketKindField.default('bullring') },
  MAIL_URL,
  MAIL_FROM,
  CUSTODY_KEKS: {
    kind: KekList,
    text: 'keys that encrypt the shares, as `VAULT_KEKS`, but other ones',
    isSecret: true,
    purpose: 'Login',
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
export function parseConfig(env: Readonly<Record<string, string | undefined>>): CustodyConfig {
  const vars = parseSettings(SETTINGS, env, (present) => [
    ...developerLimitIssues(present),
    ...telegramBotIssues(present),
    ...chainIssues(present),
  ])
  const chainIds = chainIdsOf(vars)
  return {
    http: {
      host: vars.BULLRING_HOST,
      port: vars.PORT,
      proxies: vars.TRUST_PROXY,
    },
    publicOrigin: new URL(vars.CUSTODY_PUBLIC_URL).origin,
    databaseUrl: vars.CUSTODY_DATABASE_URL,
    projects: vars.CUSTODY_PROJECTS,
    frameRoot: vars.CUSTODY_FRAME_ROOT ?? null,
    vault: {
      publicUrl: vars.VAULT_PUBLIC_URL.replace(/\/$/, ''),
      publicKey: vars.CUSTODY_VAULT_PUBLIC_KEY,
    },
    receiptKey: vars.CUSTODY_RECEIPT_KEY,
    walletService: {
      url: vars.WALLET_SERVICE_URL,
      projectId: vars.GAME_PROJECT_ID,
    },
    bundler: vars.BUNDLER_URL
      ? { url: vars.BUNDLER_URL, token: vars.BUNDLER_CUSTODY_TOKEN ?? null }
      : null,
    oauth: {
      clients: new Map(vars.CUSTODY_OAUTH_CLIENTS),
      localUrl: vars.OAUTH_LOCAL_URL ?? null,
    },
    farcaster: farcasterConfig(vars.CUSTODY_FARCASTER_RPC_URL, vars.FARCASTER_LOCAL_URL),
    telegram: vars.TELEGRAM_BOT,
    chainIds,
    markets: marketsOf(vars, chainIds[0] ?? 0),
    mail: { url: vars.MAIL_URL, from: vars.MAIL_FROM },
    brand: vars.BRAND_FILE,
    limits: vars.LOGIN_DEVELOPER_LIMITS ? DEVELOPER_LIMITS : LIMITS,
    keks: vars.CUSTODY_KEKS,
    metricsToken: vars.METRICS_TOKEN ?? null,
    logLevel: vars.LOG_LEVEL,
  }
}

function chainIssues({ CHAIN_ID, CUSTODY_CHAIN_IDS }: PresentEnv): readonly string[] {
  return (CHAIN_ID ?? CUSTODY_CHAIN_IDS) === undefined ? ['CHAIN_ID is missing'] : []
}

function chainIdsOf(vars: Values<typeof SETTINGS>): readonly number[] {
  const { CUSTODY_CHAIN_IDS: chainIds, CHAIN_ID: chainId } = vars
  return chainIds.length === 0 && chainId !== undefined ? [chainId] : chainIds
}

/** The contracts that the wallet explains. */
function marketsOf(vars: Values<typeof SETTINGS>, chainId: number): readonly KnownMarket[] {
  const { PREDICTION_ADDRESS: only, GAME_MARKETS: listed = [], MARKET_KIND: kind } = vars
  const markets = listed.map((market) => ({
    chainId,
    symbol: market.symbol,
    prediction: market.address,
    kind: market.kind ?? kind,
  }))
  if (only === undefined) return markets
  return [{ chainId, symbol: DEFAULT_SYMBOL, prediction: only, kind }, ...markets]
}
