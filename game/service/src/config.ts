import { type AppConfig, SIGN_IN_MODES } from '@bullring/game-api/config'
import { SOCIAL_ACCOUNTS } from '@bullring/login-api/social-accounts'
import type { Brand } from '@bullring/server/brand/read-brand'
import { parseSettings, type Settings, type Values } from '@bullring/server/config/define-settings'
import {
  DatabaseUrl,
  Flag,
  listOf,
  NatsUrl,
  NodeUrls,
  WebUrl,
  wholeNumber,
} from '@bullring/server/config/env-fields'
import { ContractAddress, MarketKindField, MarketList } from '@bullring/server/config/market-fields'
import type { PresentEnv } from '@bullring/server/config/parse-env'
import {
  BRAND_FILE,
  BULLRING_HOST,
  CHAIN_ID,
  CUSTODY_PUBLIC_URL,
  DATABASE_URL,
  GAME_MARKETS,
  GAME_PROJECT_ID,
  GAME_PUBLIC_URL,
  LOG_LEVEL,
  MARKET_KIND,
  METRICS_TOKEN,
  OPERATOR_TOKEN,
  PREDICTION_ADDRESS,
  portSetting,
  RATE_LIMIT_PER_MINUTE,
  RPC_URL,
  START_BLOCK,
  TELEGRAM_BOT,
  TRUST_PROXY,
  WALLET_SERVICE_URL,
} from '@bullring/server/config/shared-settings'
import { findPublicChain } from '@bullring/wire/chain/public-chain'
import { LANGUAGES, type Language } from '@bullring/wire/text/languages'
import type { Hex } from 'viem'
import { isHex, parseEther, parseGwei } from 'viem'
import * as z from 'zod'
import { type MarketConfig, marketIssues, marketsOf, PriceList } from './market-config.ts'
import { isPushKey, publicPushKey } from './push/vapid.ts'
import { ROLES, type Role, RoleList } from './roles.ts'

/** Interval in which the chain is polled: a local node tolerates more than a shared one. */
const LOCAL_POLL_MS = 50
const PUBLIC_POLL_MS = 200

const RPC_TIMEOUT_MS = 10_000

/** Target of the Telegram button on a local chain, which has no operator to contact. */
const TELEGRAM = 'https://telegram.org/'

/** Configuration of the game service, read once from the environment by `bin/`. */
export type GameConfig = {
  /** Tasks of this process. */
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
    /** Nodes, in the operator's order of preference. */
    rpcUrls: readonly string[]
    /** WebSocket URL at which the node announces new blocks; null to poll only. */
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
  /** Ticker of an exchange whose prices visitors see between the oracle's answers; null for none. */
  tickerUrl: string | null
  /** Servers of the NATS cluster that live events go through; empty where each process reads them from the database. */
  natsServers: readonly string[]
  /** The wallet service behind /wallet; null for none. */
  wallet: { servicesUrl: string } | null
  /** URL of our relay; null for none. */
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
    /** Limits for sending winnings; null sends none. */
    payouts: { dailyBudget: bigint; maxFeePerGas: bigint } | null
  } | null
  /** Callers with this token may read the metrics; null for none. */
  metricsToken: string | null
  /** The page for the operator. */
  operator: {
    /** Callers with this token are the operator; null for none. */
    token: string | null
    /** Other services whose metrics it shows. */
    services: readonly { name: string; url: string }[]
  }
  faucetPrivateKey: Hex | null
  hasBurnerWallet: boolean
  /** Languages that the selector offers; never empty. */
  languages: readonly Language[]
  telegramUrl: string | null
  /** Whether the pages are the Mini App of a bot. */
  hasTelegramBot: boolean
  /** The operator's own brand; null for the product's. */
  brand: Brand | null
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

const CoinAmount = z
  .string()
  .regex(/^\d{1,6}(?:\.\d{1,18})?$/, 'must be an amount of coins, such as 0.05')
  .transform((text) => parseEther(text))
/** `OPERATOR_SERVICES`. */
const ServiceList = listOf(
  z
    .string()
    .regex(/^[a-z][a-z0-9-]*=https?:\/\/\S+$/, 'must be a list such as keeper=http://host:4001'),
).transform((entries) =>
  entries.map((entry) => {
    const [name = '', ...url] = entry.split('=')
    return { name, url: url.join('=') }
  }),
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

/** Settings of the service. */
export const SETTINGS = {
  BULLRING_HOST,
  PORT: portSetting(4000),
  CHAIN_ID: { ...CHAIN_ID, kind: wholeNumber(1, Number.MAX_SAFE_INTEGER).default(31_337) },
  RPC_URL: { ...RPC_URL, kind: NodeUrls.prefault('http://127.0.0.1:8545') },
  GAME_RPC_WS_URL: {
    kind: z.url({ protocol: /^wss?$/, error: 'must be a ws(s) URL' }).optional(),
    text: 'WebSocket of the same node, `wss://` or `ws://`: the blocks that it announces wake the index, which reads and checks them at `RPC_URL`. Polling goes on ten times more slowly (at most every 2 s), and as without it while the connection is closed, silent or announces what is not there',
  },
  GAME_PUBLIC_RPC_URLS: {
    kind: listOf(WebUrl),
    text: "nodes that browsers call, comma-separated; by default they call our own origin, and the wallet service's nodes respond",
    usual: '/rpc',
  },
  PREDICTION_ADDRESS: { ...PREDICTION_ADDRESS, kind: ContractAddress.optional() },
  GAME_MARKETS: { ...GAME_MARKETS, kind: MarketList.optional() },
  MARKET_KIND: { ...MARKET_KIND, kind: MarketKindField.default('bullring') },
  START_BLOCK: { ...START_BLOCK, kind: wholeNumber(0, Number.MAX_SAFE_INTEGER).default(0) },
  DATABASE_URL: { ...DATABASE_URL, kind: DatabaseUrl },
  GAME_DATABASE_READ_URL: {
    kind: DatabaseUrl.optional(),
    text: 'a streaming replica of `DATABASE_URL` that the API and the live events read from; one server, not a balancer over several. Requests that need what it lacks, and all while it is five seconds late or does not respond, read from `DATABASE_URL` (metric `bullring_replica_used`). Notifications and writes always use `DATABASE_URL`',
    isSecret: true,
  },
  GAME_NATS_URL: {
    kind: listOf(NatsUrl),
    text: 'servers of a NATS cluster with JetStream (2.9 or newer), comma-separated, such as `nats://127.0.0.1:4222`, with user and password as `nats://user:password@…`; to another host with `tls://`, which never goes without TLS, or with `?tls=disable` on a private network: live events of all processes go through it, so that PostgreSQL works for one of them ([ADR 36](adr/0036-live-events-through-nats.md)). Empty: each process reads them from the database',
    isSecret: true,
  },
  GAME_ROLES: {
    kind: RoleList.default(new Set(ROLES)),
    text: 'what this process does, comma-separated: `index` follows the chain (of several processes one leads, the others stand by and take over within 5 s), `keeper` settles with `GAME_KEEPER_PRIVATE_KEY`, `api` serves pages and API, `stream` serves `/api/stream`. Only `index`, `keeper` and the faucet call `RPC_URL`. A process without `api` and `stream` serves `/healthz`, `/readyz`, `/metrics` and `/config.json`; one without `index` needs no right to write to the tables of the index. Its `DATABASE_URL` must be a direct connection, not a pooler that shares sessions ([ADR 35](adr/0035-roles-and-one-leader.md))',
    usual: 'index,keeper,api,stream',
  },
  GAME_KEEPER_PRIVATE_KEY: {
    kind: PrivateKey.optional(),
    text: 'account that pays for settling; without it this process has no keeper. On a public chain, give it to a separate process that visitors do not reach: `node game/service/src/bin/keeper.ts`, which reads the variables of chain, market and keeper, and needs `DATABASE_URL` only to send winnings',
    isSecret: true,
    purpose: 'Keeper',
  },
  GAME_KEEPER_SETTLE_EMPTY: {
    kind: Flag,
    text: 'also settle strikes that no bet depends on',
  },
  GAME_KEEPER_DRY_RUN: {
    kind: Flag,
    text: 'the keeper simulates and logs what it would settle, and sends nothing',
  },
  GAME_KEEPER_MAX_FEE_GWEI: {
    kind: wholeNumber(1, 100_000).default(20),
    text: 'most that the keeper pays per gas, whatever the node estimates; at 20 gwei a settlement costs 0.0016 BNB with a flat price feed, and about 0.0021 BNB with a live Chainlink proxy. Winnings are sent below a quarter of it',
    purpose: 'Keeper',
  },
  GAME_PAYOUT_DAILY_BUDGET: {
    kind: CoinAmount.prefault('0.05'),
    text: "coins that the keeper pays a day (UTC) for the gas of sending winnings and refunds to accounts that have switched that on; 0 sends none, and pages don't offer it. A keeper in a separate process needs `DATABASE_URL` for it: the game's database, as the role `bullring_keeper`, to which the game service grants what it needs",
  },
  METRICS_TOKEN,
  OPERATOR_TOKEN,
  OPERATOR_SERVICES: {
    kind: ServiceList,
    text: 'services besides this one whose metrics the page `/operator` reads with `METRICS_TOKEN`, comma-separated, such as `keeper=http://127.0.0.1:4001`; `npm start` adds those that it runs',
  },
  GAME_FAUCET_PRIVATE_KEY: {
    kind: PrivateKey.optional(),
    text: 'account that gives out test coins; pages then also offer a wallet whose key is kept in the browser. Refused on public chains',
    isSecret: true,
  },
  GAME_PRICES: {
    kind: PriceList,
    text: 'where the prices of markets come from if not from an oracle, comma-separated, such as `BNB=replayed,BTC=generated`. Refused on public chains',
  },
  GAME_TICKER_URL: {
    kind: WebUrl.optional(),
    text: "ticker of an exchange, as for `PRICE_SOURCE`, such as `https://data-api.binance.vision/api/v3/ticker/price?symbol={symbol}USDT`: moves the chart's line every second between the oracle's answers, marked as not deciding. `npm start` sets it on a local chain",
  },
  GAME_WEB_ROOT: {
    kind: z.string().optional(),
    text: 'folder of the built web app; without it only the API is served',
  },
  GAME_PUBLIC_URL,
  GAME_ALLOWED_ORIGINS: {
    kind: listOf(WebUrl),
    text: 'other origins whose pages may call the API, comma-separated',
  },
  TRUST_PROXY,
  RATE_LIMIT_PER_MINUTE,
  GAME_STREAMS_PER_IP: {
    kind: wholeNumber(1, 100_000).default(100),
    text: 'live connections per IP address (IPv6: per /64 network), at all nodes together; 8,000 per node. Without proxies in front, an address holds 400 connections more, for requests',
  },
  GAME_POLL_INTERVAL_MS: {
    kind: wholeNumber(10, 60_000).optional(),
    text: 'how often index and keeper poll for a new block',
    usual: '50, or 200 on public chains',
  },
  // The longest window whose sums need the bets is 30 days.
  GAME_KEEP_BETS_DAYS: {
    kind: wholeNumber(31, 100_000).nullable().default(null),
    text: 'days after which bets and claims of a round may be dropped, at least 31. Rounds, pools, leaderboards and sums of accounts remain; lists of bets end earlier, see [retention](#retention)',
    usual: 'all are kept',
  },
  GAME_EXPLORER_URL: {
    kind: WebUrl.optional(),
    text: 'block explorer that pages link to',
    usual: 'BscScan on 56 and 97',
  },
  GAME_LANGUAGES: {
    kind: listOf(LanguageTag).transform((tags) =>
      tags.length > 0 ? [...new Set(tags)] : [DEFAULT_LANGUAGE],
    ),
    text: "languages that the page offers, comma-separated, of `en`, `zh-CN`, `es`, `tr`, `vi` and `pt-BR`. A visitor gets the one chosen on this device, else the browser's preferred one, else the first. `/direct-bet` is always in Chinese, link previews in English",
    usual: 'en',
    purpose: 'Pages',
  },
  GAME_TELEGRAM_URL: {
    kind: WebUrl.optional(),
    text: 'target of the Telegram button',
    usual: "Telegram's home page on a local chain, otherwise none",
  },
  TELEGRAM_BOT,
  BRAND_FILE,
  GAME_PUSH_PRIVATE_KEY: {
    kind: z
      .string()
      .refine(isPushKey, 'must be a P-256 private key: 32 bytes in base64url')
      .optional(),
    text: 'key that signs push messages (RFC 8292), so that visitors who switch them on get results while no page is open: 32 bytes in base64url, which `npm run setup` makes. Without it, notifications work only while a page is open. On a local chain, `npm start` generates one in the data folder',
    isSecret: true,
    purpose: 'Push messages',
  },
  GAME_PUSH_CONTACT: {
    kind: z
      .string()
      .regex(/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'must be a mailto: or https: URL')
      .optional(),
    text: 'where push services reach you about your messages: a `mailto:` or `https:` URL; needed with the key',
    purpose: 'Push messages',
  },
  WALLET_SERVICE_URL: { ...WALLET_SERVICE_URL, kind: WebUrl.optional() },
  GAME_RELAY_URL: {
    kind: RelayUrl.optional(),
    text: 'relay of someone else for WalletConnect, `wss://…`, or `ws://…` on this machine. Wallets on other devices are offered if there is a relay; many relays need a `GAME_PROJECT_ID` of theirs ([which wallets it reaches](walletconnect.md))',
    usual: 'ours, at `/relay`',
  },
  GAME_RELAY_SERVICE_URL: {
    kind: WebUrl.optional(),
    text: 'where our own relay listens (set by `npm start`); clients reach it at `/relay`, with 5,000 WebSockets at most. For more, let the reverse proxy pass `/relay` to the relay itself, with `TRUST_PROXY=1`',
  },
  CUSTODY_PUBLIC_URL: { ...CUSTODY_PUBLIC_URL, kind: WebUrl.optional() },
  GAME_EMBEDDED_WALLET_SOCIALS: {
    kind: listOf(z.enum(SOCIAL_ACCOUNTS)),
    text: 'social accounts to offer beside email (with `npm start`: those that both services are registered for, on a local chain of this machine all), comma-separated and in this order: `google`, `x`, `discord`, `farcaster`, `github`, `apple`, `facebook`. Each needs its credentials in `VAULT_OAUTH_CLIENTS` and `CUSTODY_OAUTH_CLIENTS`; `farcaster` needs `VAULT_FARCASTER_RPC_URL` and `CUSTODY_FARCASTER_RPC_URL`',
  },
  GAME_SIGN_IN: {
    kind: z.enum(SIGN_IN_MODES, `must be off, optional or required`).default('off'),
    text: 'ask visitors to sign in with their wallet: `optional` lets them play without, `required` disconnects visitors who decline. The page enforces it: bets and claims are transactions. Needs `GAME_PUBLIC_URL` unless visitors are on this machine',
    purpose: 'Pages',
  },
  GAME_PROJECT_ID,
  LOG_LEVEL,
} as const satisfies Settings

const {
  DATABASE_URL: _databaseUrl,
  GAME_DATABASE_READ_URL: _readUrl,
  GAME_ROLES: _roles,
  ...KEEPER_SETTINGS
} = SETTINGS

/**
 * Parses the environment. An empty variable counts as absent.
 *
 * @throws {InvalidConfigError} naming every invalid variable.
 */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): GameConfig {
  const {
    DATABASE_URL: databaseUrl,
    GAME_DATABASE_READ_URL: readUrl,
    GAME_ROLES: roles,
    ...vars
  } = parseSettings(SETTINGS, env, (present) => [
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
    parseSettings(KEEPER_SETTINGS, env, (present) => [
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
  const chainId = Number(env['CHAIN_ID'])
  if (findPublicChain(chainId) === null) return []
  const variables = ['GAME_FAUCET_PRIVATE_KEY', 'GAME_PRICES'].filter(
    (name) => env[name] !== undefined,
  )
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
  if (isOff || env['WALLET_SERVICE_URL'] !== undefined) return []
  return ['GAME_SIGN_IN needs WALLET_SERVICE_URL, where the sessions are kept']
}

/** Push services ask for a contact, and some refuse messages without one. */
function pushIssues(env: PresentEnv): string[] {
  if (env['GAME_PUSH_PRIVATE_KEY'] === undefined || env['GAME_PUSH_CONTACT'] !== undefined)
    return []
  return ['GAME_PUSH_PRIVATE_KEY needs GAME_PUSH_CONTACT, where push services reach you']
}

/** `/rpc` is the wallet service's; pages without any node would only show errors. */
function browserRpcIssues(env: PresentEnv): string[] {
  const names = ['WALLET_SERVICE_URL', 'GAME_PUBLIC_RPC_URLS']
  if (env['GAME_WEB_ROOT'] === undefined || names.some((name) => env[name] !== undefined)) return []
  return [
    'GAME_WEB_ROOT needs WALLET_SERVICE_URL or GAME_PUBLIC_RPC_URLS, so that pages reach the chain',
  ]
}

function toConfig(
  vars: Values<typeof KEEPER_SETTINGS>,
): Omit<GameConfig, 'databaseUrl' | 'readUrl' | 'roles'> {
  const isPublic = findPublicChain(vars.CHAIN_ID) !== null
  const walletUrl = vars.WALLET_SERVICE_URL
  return {
    http: {
      host: vars.BULLRING_HOST,
      port: vars.PORT,
      webRoot: vars.GAME_WEB_ROOT ?? null,
      publicOrigin:
        vars.GAME_PUBLIC_URL === undefined ? null : new URL(vars.GAME_PUBLIC_URL).origin,
      allowedOrigins: vars.GAME_ALLOWED_ORIGINS.map((url) => new URL(url).origin),
      proxies: vars.TRUST_PROXY,
      requestsPerMinute: vars.RATE_LIMIT_PER_MINUTE,
      streamsPerIp: vars.GAME_STREAMS_PER_IP,
    },
    chain: chainOf(vars),
    markets: marketsOf(vars),
    tickerUrl: vars.GAME_TICKER_URL ?? null,
    natsServers: vars.GAME_NATS_URL,
    wallet: walletUrl === undefined ? null : { servicesUrl: walletUrl },
    projectId: vars.GAME_PROJECT_ID,
    relayServiceUrl: vars.GAME_RELAY_SERVICE_URL ?? null,
    relayUrl: vars.GAME_RELAY_URL ?? null,
    frameUrl: frameUrlOf(vars),
    socials: [...new Set(vars.GAME_EMBEDDED_WALLET_SOCIALS)],
    signIn: vars.GAME_SIGN_IN,
    keepBetsDays: vars.GAME_KEEP_BETS_DAYS,
    pollIntervalMs: vars.GAME_POLL_INTERVAL_MS ?? (isPublic ? PUBLIC_POLL_MS : LOCAL_POLL_MS),
    keeper: keeperOf(vars),
    metricsToken: vars.METRICS_TOKEN ?? null,
    operator: { token: vars.OPERATOR_TOKEN ?? null, services: vars.OPERATOR_SERVICES },
    faucetPrivateKey: vars.GAME_FAUCET_PRIVATE_KEY ?? null,
    hasBurnerWallet: vars.GAME_FAUCET_PRIVATE_KEY !== undefined,
    languages: vars.GAME_LANGUAGES,
    telegramUrl: vars.GAME_TELEGRAM_URL ?? (isPublic ? null : TELEGRAM),
    hasTelegramBot: vars.TELEGRAM_BOT !== undefined,
    brand: vars.BRAND_FILE,
    push: pushOf(vars),
    logLevel: vars.LOG_LEVEL,
  }
}

function keeperOf(vars: Values<typeof KEEPER_SETTINGS>): GameConfig['keeper'] {
  const privateKey = vars.GAME_KEEPER_PRIVATE_KEY
  if (privateKey === undefined) return null
  const dailyBudget = vars.GAME_PAYOUT_DAILY_BUDGET
  const isDryRun = vars.GAME_KEEPER_DRY_RUN
  const maxFeePerGas = parseGwei(`${vars.GAME_KEEPER_MAX_FEE_GWEI}`)
  return {
    privateKey,
    shouldSettleEmpty: vars.GAME_KEEPER_SETTLE_EMPTY,
    isDryRun,
    maxFeePerGas,
    // They can wait for cheaper gas: a settlement cannot.
    payouts:
      isDryRun || dailyBudget === 0n ? null : { dailyBudget, maxFeePerGas: maxFeePerGas / 4n },
  }
}

function chainOf(vars: Values<typeof KEEPER_SETTINGS>): GameConfig['chain'] {
  const publicChain = findPublicChain(vars.CHAIN_ID)
  const browserRpcUrls = vars.GAME_PUBLIC_RPC_URLS
  return {
    id: vars.CHAIN_ID,
    name: publicChain?.name ?? 'Local chain',
    coin: publicChain?.coin ?? 'BNB',
    rpcUrls: vars.RPC_URL,
    socketUrl: vars.GAME_RPC_WS_URL ?? null,
    timeoutMs: RPC_TIMEOUT_MS,
    publicRpcUrls: browserRpcUrls.length > 0 ? browserRpcUrls : ['/rpc'],
    explorerUrl: vars.GAME_EXPLORER_URL ?? publicChain?.explorerUrl ?? null,
    isLocal: publicChain === null,
  }
}

/** Only the origin counts: the content security policy allows to frame exactly that. */
function frameUrlOf({ CUSTODY_PUBLIC_URL: url }: Values<typeof KEEPER_SETTINGS>): string | null {
  return url === undefined ? null : new URL(url).origin
}

function pushOf(vars: Values<typeof KEEPER_SETTINGS>): GameConfig['push'] {
  const { GAME_PUSH_PRIVATE_KEY: privateKey, GAME_PUSH_CONTACT: contact } = vars
  if (privateKey === undefined || contact === undefined) return null
  return { privateKey, publicKey: publicPushKey(privateKey), contact, origins: [] }
}
