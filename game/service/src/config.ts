import { type AppConfig, SIGN_IN_MODES } from '@bullring/game-api/config'
import { SOCIAL_ACCOUNTS } from '@bullring/login-api/social-accounts'
import {
  AccessToken,
  DatabaseUrl,
  Flag,
  LogLevel,
  listOf,
  NatsUrl,
  ProxyCount,
  WebUrl,
  wholeNumber,
} from '@bullring/server/config/env-fields'
import { type PresentEnv, parseEnv } from '@bullring/server/config/parse-env'
import { findPublicChain } from '@bullring/wire/chain/public-chain'
import { LANGUAGES, type Language } from '@bullring/wire/text/languages'
import type { Hex } from 'viem'
import { isHex, parseGwei } from 'viem'
import * as z from 'zod'
import {
  ContractAddress,
  type MarketConfig,
  MarketKindField,
  MarketList,
  MarketSymbol,
  marketIssues,
  marketsOf,
} from './market-config.ts'
import { isPushKey, publicPushKey } from './push/vapid.ts'
import { ROLES, type Role, RoleList } from './roles.ts'

/** How often the chain is polled: a local node tolerates more than a shared one. */
const LOCAL_POLL_MS = 50
const PUBLIC_POLL_MS = 200

const RPC_TIMEOUT_MS = 10_000

/** Target of the Telegram button on a local chain, which has no operator to contact. */
const TELEGRAM = 'https://telegram.org/'

/** Configuration of the game service, read once from the environment by `bin/`. */
export type GameConfig = {
  /** What this process does. */
  roles: ReadonlySet<Role>
  http: {
    host: string
    /** 0 picks a free port. */
    port: number
    /** Folder of the built web app; null serves the API alone. */
    webRoot: string | null
    /** Public origin of the pages; null when not configured. */
    publicOrigin: string | null
    /** Other origins whose pages may call the API. */
    allowedOrigins: readonly string[]
    /** Number of trusted proxies in front, which set X-Forwarded-* headers. */
    proxies: number
    /** API requests allowed per IP address. */
    requestsPerMinute: number
    /** Live connections allowed per IP address. */
    streamsPerIp: number
  }
  chain: {
    id: number
    name: string
    coin: string
    rpcUrl: string
    /** Where the node announces new blocks by WebSocket; null to poll only. */
    socketUrl: string | null
    /** Time limit of one HTTP request to the node, body included. */
    timeoutMs: number
    /** URLs for browsers; "/rpc" is the wallet service's JSON-RPC at our own origin. */
    publicRpcUrls: readonly string[]
    explorerUrl: string | null
    /** True for a chain of play money: faucet and burner wallet are allowed. */
    isLocal: boolean
  }
  /** The first is the one that invitations name. */
  markets: readonly [MarketConfig, ...MarketConfig[]]
  databaseUrl: string
  /** A replica that the API reads from; null for none. */
  readUrl: string | null
  /** Servers of the NATS cluster that live events go through; empty where each process reads them from the database. */
  natsServers: readonly string[]
  /** The wallet service behind /wallet; null for none. */
  wallet: { servicesUrl: string } | null
  /** Where our relay listens; null for none. */
  relayServiceUrl: string | null
  /** Identifies the page to the wallet service and the relay. */
  projectId: string
  /** WalletConnect relay of someone else; null for ours, if there is one. */
  relayUrl: string | null
  /** Origin of the embedded wallet, whose frame the pages show; null for none. */
  frameUrl: string | null
  /** Sites whose accounts the embedded wallet accepts. */
  socials: AppConfig['socials']
  /** Whether visitors sign in with their wallet; needs a wallet service. */
  signIn: (typeof SIGN_IN_MODES)[number]
  pollIntervalMs: number
  /** Most ranges of old blocks that a market's index requests at the same time. */
  rangeRequests: number
  /** Days for which bets are kept after their round; null keeps all. */
  keepBetsDays: number | null
  /** Null disables the keeper: no key is configured, or this process has another role. */
  keeper: {
    privateKey: Hex
    shouldSettleEmpty: boolean
    /** Logs what it would settle, and sends nothing. */
    isDryRun: boolean
    /** Pays no more per gas, in wei. */
    maxFeePerGas: bigint
  } | null
  /** Callers with this token may read the metrics; null for none. */
  metricsToken: string | null
  faucetPrivateKey: Hex | null
  hasBurnerWallet: boolean
  /** What the language selector offers; never empty. */
  languages: readonly Language[]
  telegramUrl: string | null
  /** Messages to browsers whose page is closed; null without a key. */
  push: {
    privateKey: string
    /** In base64url, as browsers take it. */
    publicKey: string
    contact: string
    /** Origins of push services that may be local and without TLS. */
    origins: readonly string[]
  } | null
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent'
}

const PrivateKey = z.custom<Hex>(
  (value) => isHex(value) && value.length === 66,
  'must be a 32-byte key in hex with 0x',
)

const DEFAULT_LANGUAGE: Language = 'en'
const LanguageTag = z.enum(LANGUAGES, {
  error: ({ input }) => `has "${input}", but the page speaks ${LANGUAGES.join(', ')} only`,
})

/** Hosts on this machine: browsers allow pages with and without TLS to call them. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** HTTPS pages cannot reach a relay without TLS, and pairings must stay private. */
const RelayUrl = z
  .string()
  .refine(isSafeSocket, 'must be a wss:// URL, or a ws:// one on a loopback host')

const Env = z.object({
  GAME_HOST: z.string().default('127.0.0.1'),
  GAME_PORT: wholeNumber(0, 65_535).default(4000),
  GAME_CHAIN_ID: wholeNumber(1, Number.MAX_SAFE_INTEGER).default(31_337),
  GAME_RPC_URL: WebUrl.default('http://127.0.0.1:8545'),
  GAME_RPC_WS_URL: z.url({ protocol: /^wss?$/, error: 'must be a ws(s) URL' }).optional(),
  GAME_PUBLIC_RPC_URLS: listOf(WebUrl),
  GAME_PREDICTION_ADDRESS: ContractAddress.optional(),
  GAME_MARKETS: MarketList.optional(),
  GAME_MARKET_KIND: MarketKindField.default('bullring'),
  GAME_START_BLOCK: wholeNumber(0, Number.MAX_SAFE_INTEGER).default(0),
  GAME_DATABASE_URL: DatabaseUrl,
  GAME_DATABASE_READ_URL: DatabaseUrl.optional(),
  GAME_NATS_URL: listOf(NatsUrl),
  GAME_ROLES: RoleList.default(new Set(ROLES)),
  GAME_KEEPER_PRIVATE_KEY: PrivateKey.optional(),
  GAME_KEEPER_SETTLE_EMPTY: Flag,
  GAME_KEEPER_DRY_RUN: Flag,
  GAME_KEEPER_MAX_FEE_GWEI: wholeNumber(1, 100_000).default(20),
  GAME_METRICS_TOKEN: AccessToken.optional(),
  GAME_FAUCET_PRIVATE_KEY: PrivateKey.optional(),
  GAME_BURNER_WALLET: Flag,
  GAME_REPLAYED_PRICES: Flag,
  GAME_GENERATED_PRICES: listOf(MarketSymbol),
  GAME_WEB_ROOT: z.string().optional(),
  GAME_PUBLIC_URL: WebUrl.optional(),
  GAME_ALLOWED_ORIGINS: listOf(WebUrl),
  GAME_TRUST_PROXY: ProxyCount,
  GAME_RATE_LIMIT_PER_MINUTE: wholeNumber(1, 1_000_000).default(3_000),
  GAME_STREAMS_PER_IP: wholeNumber(1, 100_000).default(100),
  GAME_POLL_INTERVAL_MS: wholeNumber(10, 60_000).optional(),
  GAME_BACKFILL_REQUESTS: wholeNumber(1, 32).default(4),
  // The longest window whose sums need the bets is 30 days.
  GAME_KEEP_BETS_DAYS: wholeNumber(31, 100_000).nullable().default(null),
  GAME_EXPLORER_URL: WebUrl.optional(),
  GAME_LANGUAGES: listOf(LanguageTag).transform((tags) =>
    tags.length > 0 ? [...new Set(tags)] : [DEFAULT_LANGUAGE],
  ),
  GAME_TELEGRAM_URL: WebUrl.optional(),
  GAME_PUSH_PRIVATE_KEY: z
    .string()
    .refine(isPushKey, 'must be a P-256 private key: 32 bytes in base64url')
    .optional(),
  GAME_PUSH_CONTACT: z
    .string()
    .regex(/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'must be a mailto: or https: URL')
    .optional(),
  GAME_PUSH_ORIGINS: listOf(WebUrl),
  GAME_WALLET_SERVICES_URL: WebUrl.optional(),
  GAME_RELAY_URL: RelayUrl.optional(),
  GAME_RELAY_SERVICE_URL: WebUrl.optional(),
  GAME_EMBEDDED_WALLET_URL: WebUrl.optional(),
  GAME_EMBEDDED_WALLET_SOCIALS: listOf(z.enum(SOCIAL_ACCOUNTS)),
  GAME_SIGN_IN: z.enum(SIGN_IN_MODES, `must be off, optional or required`).default('off'),
  GAME_PROJECT_ID: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'must be letters, digits, _ or -')
    .default('bullring'),
  GAME_LOG_LEVEL: LogLevel,
})

/** Names of the variables that the game service reads. */
export const VARIABLES: readonly string[] = Object.keys(Env.shape)

const KeeperEnv = Env.omit({
  GAME_DATABASE_URL: true,
  GAME_DATABASE_READ_URL: true,
  GAME_ROLES: true,
})

/**
 * Parses the environment. An empty variable counts as absent.
 *
 * @throws {InvalidConfigError} naming every invalid variable.
 */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): GameConfig {
  const {
    GAME_DATABASE_URL: databaseUrl,
    GAME_DATABASE_READ_URL: readUrl,
    GAME_ROLES: roles,
    ...vars
  } = parseEnv(Env, env, (present) => [
    ...roleIssues(present),
    ...playOnlyIssues(present),
    ...marketIssues(present),
    ...signInIssues(present),
    ...browserRpcIssues(present),
    ...pushIssues(present),
  ])
  const config = toConfig(vars)
  const keeper = roles.has('keeper') ? config.keeper : null
  return { ...config, keeper, roles, databaseUrl, readUrl: readUrl ?? null }
}

/** Configuration of a keeper that runs alone, without index and API: it needs no database. */
export type KeeperConfig = Pick<
  GameConfig,
  'http' | 'chain' | 'markets' | 'pollIntervalMs' | 'keeper' | 'metricsToken' | 'logLevel'
>

/**
 * Parses the environment of a keeper that runs alone.
 *
 * @throws {InvalidConfigError} naming every invalid variable.
 */
export function parseKeeperConfig(env: PresentEnv): KeeperConfig {
  return toConfig(
    parseEnv(KeeperEnv, env, (present) => [
      ...marketIssues(present),
      ...(present['GAME_KEEPER_PRIVATE_KEY'] === undefined
        ? ['GAME_KEEPER_PRIVATE_KEY is missing']
        : []),
    ]),
  )
}

function isSafeSocket(text: string): boolean {
  const url = URL.parse(text)
  if (url?.protocol === 'wss:') return true
  return url?.protocol === 'ws:' && LOOPBACK.test(url.hostname)
}

/** Finds play-money variables that are set on a public chain. */
function playOnlyIssues(env: PresentEnv): string[] {
  const chainId = Number(env['GAME_CHAIN_ID'])
  if (findPublicChain(chainId) === null) return []
  const isOn = (name: string) => Flag.safeParse(env[name]).data === true
  const variables = ['GAME_BURNER_WALLET', 'GAME_REPLAYED_PRICES'].filter(isOn)
  if (env['GAME_GENERATED_PRICES'] !== undefined) variables.push('GAME_GENERATED_PRICES')
  if (env['GAME_PUSH_ORIGINS'] !== undefined) variables.push('GAME_PUSH_ORIGINS')
  if (env['GAME_FAUCET_PRIVATE_KEY'] !== undefined) variables.unshift('GAME_FAUCET_PRIVATE_KEY')
  return variables.map((name) => `${name} is for local chains and cannot be used on ${chainId}`)
}

/** A process with the role of the keeper alone needs its key. */
function roleIssues(env: PresentEnv): string[] {
  const roles = RoleList.safeParse(env['GAME_ROLES'] ?? '').data
  const isKeeperAlone = roles?.size === 1 && roles.has('keeper')
  if (!isKeeperAlone || env['GAME_KEEPER_PRIVATE_KEY'] !== undefined) return []
  return ['GAME_ROLES names only keeper, which needs GAME_KEEPER_PRIVATE_KEY']
}

/** The wallet service stores the sessions. */
function signInIssues(env: PresentEnv): string[] {
  const isOff = (env['GAME_SIGN_IN'] ?? 'off') === 'off'
  if (isOff || env['GAME_WALLET_SERVICES_URL'] !== undefined) return []
  return ['GAME_SIGN_IN needs GAME_WALLET_SERVICES_URL, where the sessions are kept']
}

/** Push services ask for a contact, and some refuse messages without one. */
function pushIssues(env: PresentEnv): string[] {
  if (env['GAME_PUSH_PRIVATE_KEY'] === undefined || env['GAME_PUSH_CONTACT'] !== undefined)
    return []
  return ['GAME_PUSH_PRIVATE_KEY needs GAME_PUSH_CONTACT, where push services reach you']
}

/** `/rpc` is the wallet service's; pages without any node would only show errors. */
function browserRpcIssues(env: PresentEnv): string[] {
  const names = ['GAME_WALLET_SERVICES_URL', 'GAME_PUBLIC_RPC_URLS']
  if (env['GAME_WEB_ROOT'] === undefined || names.some((name) => env[name] !== undefined)) return []
  return [
    'GAME_WEB_ROOT needs GAME_WALLET_SERVICES_URL or GAME_PUBLIC_RPC_URLS, so that pages reach the chain',
  ]
}

function toConfig(
  vars: z.output<typeof KeeperEnv>,
): Omit<GameConfig, 'databaseUrl' | 'readUrl' | 'roles'> {
  const isPublic = findPublicChain(vars.GAME_CHAIN_ID) !== null
  const keeperKey = vars.GAME_KEEPER_PRIVATE_KEY
  const walletUrl = vars.GAME_WALLET_SERVICES_URL
  return {
    http: {
      host: vars.GAME_HOST,
      port: vars.GAME_PORT,
      webRoot: vars.GAME_WEB_ROOT ?? null,
      publicOrigin:
        vars.GAME_PUBLIC_URL === undefined ? null : new URL(vars.GAME_PUBLIC_URL).origin,
      allowedOrigins: vars.GAME_ALLOWED_ORIGINS.map((url) => new URL(url).origin),
      proxies: vars.GAME_TRUST_PROXY,
      requestsPerMinute: vars.GAME_RATE_LIMIT_PER_MINUTE,
      streamsPerIp: vars.GAME_STREAMS_PER_IP,
    },
    chain: chainOf(vars),
    markets: marketsOf(vars),
    natsServers: vars.GAME_NATS_URL,
    wallet: walletUrl === undefined ? null : { servicesUrl: walletUrl },
    projectId: vars.GAME_PROJECT_ID,
    relayServiceUrl: vars.GAME_RELAY_SERVICE_URL ?? null,
    relayUrl: vars.GAME_RELAY_URL ?? null,
    frameUrl: frameUrlOf(vars),
    socials: [...new Set(vars.GAME_EMBEDDED_WALLET_SOCIALS)],
    signIn: vars.GAME_SIGN_IN,
    keepBetsDays: vars.GAME_KEEP_BETS_DAYS,
    rangeRequests: vars.GAME_BACKFILL_REQUESTS,
    pollIntervalMs: vars.GAME_POLL_INTERVAL_MS ?? (isPublic ? PUBLIC_POLL_MS : LOCAL_POLL_MS),
    keeper:
      keeperKey === undefined
        ? null
        : {
            privateKey: keeperKey,
            shouldSettleEmpty: vars.GAME_KEEPER_SETTLE_EMPTY,
            isDryRun: vars.GAME_KEEPER_DRY_RUN,
            maxFeePerGas: parseGwei(`${vars.GAME_KEEPER_MAX_FEE_GWEI}`),
          },
    metricsToken: vars.GAME_METRICS_TOKEN ?? null,
    faucetPrivateKey: vars.GAME_FAUCET_PRIVATE_KEY ?? null,
    hasBurnerWallet: vars.GAME_BURNER_WALLET,
    languages: vars.GAME_LANGUAGES,
    telegramUrl: vars.GAME_TELEGRAM_URL ?? (isPublic ? null : TELEGRAM),
    push: pushOf(vars),
    logLevel: vars.GAME_LOG_LEVEL,
  }
}

function chainOf(vars: z.output<typeof KeeperEnv>): GameConfig['chain'] {
  const publicChain = findPublicChain(vars.GAME_CHAIN_ID)
  const browserRpcUrls = vars.GAME_PUBLIC_RPC_URLS
  return {
    id: vars.GAME_CHAIN_ID,
    name: publicChain?.name ?? 'Local chain',
    coin: publicChain?.coin ?? 'BNB',
    rpcUrl: vars.GAME_RPC_URL,
    socketUrl: vars.GAME_RPC_WS_URL ?? null,
    timeoutMs: RPC_TIMEOUT_MS,
    publicRpcUrls: browserRpcUrls.length > 0 ? browserRpcUrls : ['/rpc'],
    explorerUrl: vars.GAME_EXPLORER_URL ?? publicChain?.explorerUrl ?? null,
    isLocal: publicChain === null,
  }
}

/** Only the origin counts: the content security policy allows to frame exactly that. */
function frameUrlOf({ GAME_EMBEDDED_WALLET_URL: url }: z.output<typeof KeeperEnv>): string | null {
  return url === undefined ? null : new URL(url).origin
}

function pushOf(vars: z.output<typeof KeeperEnv>): GameConfig['push'] {
  const { GAME_PUSH_PRIVATE_KEY: privateKey, GAME_PUSH_CONTACT: contact } = vars
  if (privateKey === undefined || contact === undefined) return null
  const origins = vars.GAME_PUSH_ORIGINS.map((url) => new URL(url).origin)
  return { privateKey, publicKey: publicPushKey(privateKey), contact, origins }
}
