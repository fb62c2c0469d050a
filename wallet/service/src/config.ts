import type { BundlerTarget } from '@bullring/accounts-client/forward-call'
import {
  AccessToken,
  DatabaseUrl,
  Flag,
  LogLevel,
  listOf,
  ProxyCount,
  WebUrl,
  wholeNumber,
} from '@bullring/server/config/env-fields'
import { InvalidConfigError } from '@bullring/server/config/errors'
import { parseEnv } from '@bullring/server/config/parse-env'
import type { SolanaChainId } from '@bullring/wire/caip-fields'
import { findPublicChain } from '@bullring/wire/chain/public-chain'
import type { Address, Hex } from 'viem'
import { getAddress, isAddress, isHex, size } from 'viem'
import * as z from 'zod'
import type { MoonpayKeys } from './onramp/moonpay.ts'
import type { OnramperKeys } from './onramp/onramper.ts'
import type { TokenSources } from './tokens/read-tokens.ts'

/** Configuration of the wallet service, read once from the environment. */
export type WalletConfig = {
  http: {
    host: string
    /** 0 selects a free port. */
    port: number
    /** Number of trusted proxies, which set the headers with the caller's address and the requested host. */
    proxies: number
    requestsPerMinute: number
    /** JSON-RPC calls per IP address; each call of a batch counts, expensive ones more than once. */
    rpcCallsPerMinute: number
  }
  /** Quotes, allowances, transactions of swaps and forced balances per IP address: each reads the chain. */
  swapRequestsPerMinute: number
  /** Calls to the nodes of one chain, for all callers together. */
  upstreamCallsPerMinute: number
  access: {
    /** Callers must name one of them. */
    projectIds: readonly string[]
    /** Origin of our pages; null when not configured. */
    publicOrigin: string | null
    /** Further origins whose pages may call the service. */
    allowedOrigins: readonly string[]
  }
  /** Where the service is published at the root of a separate origin; null if only behind the game service. */
  ownOrigin: string | null
  /** Chain of requests without a chain id. */
  mainChainId: number
  /** Nodes of each served chain, in order of preference. */
  rpcUrls: ReadonlyMap<number, readonly string[]>
  /** Nodes of each served Solana cluster; none unless configured. */
  solanaRpcUrls: ReadonlyMap<SolanaChainId, readonly string[]>
  /** Price feed of the main chain's coin in USD. */
  priceFeed: Address | null
  /** Feeds of tokens' prices in USD. */
  priceFeeds: readonly { chainId: number; token: Address; feed: Address }[]
  /** Routers of each chain, besides the presets. */
  routers: ReadonlyMap<number, readonly Address[]>
  /** Least value in USD of the coins in a pool that prices a token. */
  poolFloorUsd: number
  databaseUrl: string
  pollIntervalMs: number
  catalogueFile: string | null
  tokens: TokenSources
  /** Ethereum mainnet node that resolves names. */
  ensRpcUrl: string | null
  /** Loads pictures with ipfs URLs; null shows none. */
  ipfsGatewayUrl: string | null
  /** Domain below which visitors register names, such as `names.example`; null for no names. */
  nameZone: string | null
  /** Signs the answers of the gateway for names (ERC-3668); null for no gateway. */
  nameSignerKey: Hex | null
  /** New names from one IP address. */
  namesPerDayAndIp: number
  /** Providers that sell coins. */
  onramp: {
    /** Sells the coins of a local chain for play money. */
    playMoneyKey: Hex | null
    moonpay: MoonpayKeys | null
    onramper: OnramperKeys | null
  }
  /** `isConfigured` when the operator named the URL, which may then be a local one. */
  explorer: { url: string; isConfigured: boolean; apiKey: string } | null
  /** Sends calls of session keys and their revocations; null for none. */
  bundler: BundlerTarget | null
  /** Block from which on the module for session keys may report sessions; null where sessions are not listed. */
  sessionsFromBlock: number | null
  countsEvents: boolean
  /** Callers with this token may read the metrics; null for none. */
  metricsToken: string | null
  logLevel: z.output<typeof LogLevel>
}

const ChainUrl = z
  .string()
  .regex(/^[1-9]\d{0,14}=https?:\/\/\S+$/, 'must be a list such as 56=https://node.example')
  .transform((text) => {
    const cut = text.indexOf('=')
    return { chainId: Number(text.slice(0, cut)), url: text.slice(cut + 1) }
  })

const SolanaUrl = z
  .string()
  .regex(
    /^[1-9A-HJ-NP-Za-km-z]{32}=https?:\/\/\S+$/,
    'must be a list such as 5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp=https://node.example',
  )
  .transform((text): { chainId: SolanaChainId; url: string } => {
    const cut = text.indexOf('=')
    return { chainId: `solana:${text.slice(0, cut)}`, url: text.slice(cut + 1) }
  })

const PrivateKey = z
  .string()
  .refine(
    (value): value is Hex => isHex(value) && size(value) === 32,
    'must be 0x and 64 hex digits',
  )

const ADDRESS = '0x[0-9a-fA-F]{40}'

const ChainRouter = z
  .string()
  .regex(new RegExp(`^[1-9]\\d{0,14}=${ADDRESS}$`), 'must be a list such as 56=0x…')
  .transform((text) => {
    const [chainId, address = ''] = text.split('=')
    return { chainId: Number(chainId), address: getAddress(address) }
  })

const TokenFeed = z
  .string()
  .regex(
    new RegExp(`^[1-9]\\d{0,14}:${ADDRESS}=${ADDRESS}$`),
    'must be a list such as 56:0x…=0x…, a token and its feed',
  )
  .transform((text) => {
    const [chainId, token = '', feed = ''] = text.split(/[:=]/)
    return { chainId: Number(chainId), token: getAddress(token), feed: getAddress(feed) }
  })

const DEFAULT_EXPLORER_URL = 'https://api.etherscan.io/v2/api'

const ProjectId = z.string().regex(/^[\w-]{1,64}$/, 'must be letters, digits, _ or -')

/** Zone of local chains, where names are for play too. The top-level domain is reserved for tests (RFC 6761). */
const LOCAL_NAME_ZONE = 'bullring.test'

const DomainName = z
  .string()
  .toLowerCase()
  .regex(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*\.)+[a-z]{2,}$/, 'must be a domain such as names.example')

const Env = z.object({
  WALLET_HOST: z.string().default('127.0.0.1'),
  WALLET_PORT: wholeNumber(0, 65_535).default(4100),
  WALLET_DATABASE_URL: DatabaseUrl,
  WALLET_CHAIN_ID: wholeNumber(1, Number.MAX_SAFE_INTEGER).default(31_337),
  WALLET_RPC_URLS: listOf(ChainUrl),
  WALLET_SOLANA_RPC_URLS: listOf(SolanaUrl),
  WALLET_PRICE_FEED_ADDRESS: z
    .string()
    .refine((value) => isAddress(value, { strict: false }), 'must be an address')
    .transform((value) => getAddress(value))
    .optional(),
  WALLET_PRICE_FEEDS: listOf(TokenFeed),
  WALLET_POOL_FLOOR_USD: wholeNumber(0, 1_000_000_000).default(10_000),
  WALLET_ROUTERS: listOf(ChainRouter),
  WALLET_PROJECT_IDS: listOf(ProjectId).refine(
    (ids) => ids.length > 0,
    'must name at least one project id',
  ),
  WALLET_PUBLIC_URL: WebUrl.optional(),
  WALLET_ALLOWED_ORIGINS: listOf(WebUrl),
  WALLET_OWN_URL: WebUrl.refine(isRoot, 'must be the root of an origin').optional(),
  WALLET_TRUST_PROXY: ProxyCount,
  WALLET_RATE_LIMIT_PER_MINUTE: wholeNumber(1, 1_000_000).default(3_000),
  WALLET_RPC_CALLS_PER_MINUTE: wholeNumber(1, 10_000_000).default(12_000),
  WALLET_SWAP_REQUESTS_PER_MINUTE: wholeNumber(1, 1_000_000).default(300),
  WALLET_UPSTREAM_CALLS_PER_MINUTE: wholeNumber(1, 10_000_000).default(30_000),
  WALLET_CATALOGUE_FILE: z.string().optional(),
  WALLET_TOKENS: z.string().optional(),
  WALLET_TOKENS_FILE: z.string().optional(),
  WALLET_ENS_RPC_URL: WebUrl.optional(),
  WALLET_IPFS_GATEWAY_URL: WebUrl.optional(),
  WALLET_NAME_ZONE: DomainName.optional(),
  WALLET_NAME_SIGNER_KEY: PrivateKey.optional(),
  WALLET_NAMES_PER_DAY_AND_IP: wholeNumber(1, 1_000_000).default(10),
  WALLET_EXPLORER_API_URL: WebUrl.optional(),
  WALLET_EXPLORER_API_KEY: z.string().optional(),
  WALLET_PLAY_MONEY_PRIVATE_KEY: PrivateKey.optional(),
  WALLET_MOONPAY_PUBLIC_KEY: z.string().optional(),
  WALLET_MOONPAY_SECRET_KEY: z.string().optional(),
  WALLET_MOONPAY_WEBHOOK_KEY: z.string().optional(),
  WALLET_ONRAMPER_API_KEY: z.string().optional(),
  WALLET_ONRAMPER_PRIVATE_KEY: z.base64().optional(),
  WALLET_ONRAMPER_WEBHOOK_SECRET: z.string().optional(),
  WALLET_BUNDLER_URL: WebUrl.optional(),
  WALLET_BUNDLER_TOKEN: AccessToken.optional(),
  WALLET_SESSIONS_FROM_BLOCK: wholeNumber(0, Number.MAX_SAFE_INTEGER).optional(),
  WALLET_ANALYTICS: Flag,
  WALLET_METRICS_TOKEN: AccessToken.optional(),
  WALLET_POLL_INTERVAL_MS: wholeNumber(10, 60_000).default(1_000),
  WALLET_LOG_LEVEL: LogLevel,
})

/** Names of the variables that the wallet service reads. */
export const VARIABLES: readonly string[] = Object.keys(Env.shape)

/**
 * Parses the configuration. An empty variable counts as absent.
 *
 * @throws {InvalidConfigError} naming every invalid variable.
 */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): WalletConfig {
  const config = toConfig(parseEnv(Env, env))
  if (!config.rpcUrls.has(config.mainChainId)) {
    throw new InvalidConfigError(['WALLET_RPC_URLS names no node of the chain WALLET_CHAIN_ID'])
  }
  if (config.onramp.playMoneyKey !== null && findPublicChain(config.mainChainId) !== null) {
    throw new InvalidConfigError(['WALLET_PLAY_MONEY_PRIVATE_KEY is for local chains only'])
  }
  return config
}

function toConfig(vars: z.output<typeof Env>): WalletConfig {
  const byChain = Map.groupBy(vars.WALLET_RPC_URLS, ({ chainId }) => chainId)
  return {
    http: {
      host: vars.WALLET_HOST,
      port: vars.WALLET_PORT,
      proxies: vars.WALLET_TRUST_PROXY,
      requestsPerMinute: vars.WALLET_RATE_LIMIT_PER_MINUTE,
      rpcCallsPerMinute: vars.WALLET_RPC_CALLS_PER_MINUTE,
    },
    swapRequestsPerMinute: vars.WALLET_SWAP_REQUESTS_PER_MINUTE,
    upstreamCallsPerMinute: vars.WALLET_UPSTREAM_CALLS_PER_MINUTE,
    access: {
      projectIds: vars.WALLET_PROJECT_IDS,
      publicOrigin:
        vars.WALLET_PUBLIC_URL === undefined ? null : new URL(vars.WALLET_PUBLIC_URL).origin,
      allowedOrigins: vars.WALLET_ALLOWED_ORIGINS.map((url) => new URL(url).origin),
    },
    ownOrigin: vars.WALLET_OWN_URL === undefined ? null : new URL(vars.WALLET_OWN_URL).origin,
    mainChainId: vars.WALLET_CHAIN_ID,
    solanaRpcUrls: new Map(
      [...Map.groupBy(vars.WALLET_SOLANA_RPC_URLS, ({ chainId }) => chainId)].map(([id, nodes]) => [
        id,
        nodes.map(({ url }) => url),
      ]),
    ),
    rpcUrls: new Map([...byChain].map(([id, nodes]) => [id, nodes.map(({ url }) => url)])),
    priceFeed: vars.WALLET_PRICE_FEED_ADDRESS ?? null,
    priceFeeds: vars.WALLET_PRICE_FEEDS,
    routers: routersByChain(vars.WALLET_ROUTERS),
    poolFloorUsd: vars.WALLET_POOL_FLOOR_USD,
    databaseUrl: vars.WALLET_DATABASE_URL,
    pollIntervalMs: vars.WALLET_POLL_INTERVAL_MS,
    catalogueFile: vars.WALLET_CATALOGUE_FILE ?? null,
    tokens: { inline: vars.WALLET_TOKENS ?? null, file: vars.WALLET_TOKENS_FILE ?? null },
    ensRpcUrl: vars.WALLET_ENS_RPC_URL ?? null,
    ipfsGatewayUrl: vars.WALLET_IPFS_GATEWAY_URL ?? null,
    nameZone: nameZoneOf(vars),
    nameSignerKey: vars.WALLET_NAME_SIGNER_KEY ?? null,
    namesPerDayAndIp: vars.WALLET_NAMES_PER_DAY_AND_IP,
    explorer: explorerOf(vars),
    onramp: onrampOf(vars),
    bundler: bundlerOf(vars),
    sessionsFromBlock: sessionsFromBlockOf(vars),
    countsEvents: vars.WALLET_ANALYTICS,
    metricsToken: vars.WALLET_METRICS_TOKEN ?? null,
    logLevel: vars.WALLET_LOG_LEVEL,
  }
}

function nameZoneOf(vars: z.output<typeof Env>): string | null {
  const isLocal = findPublicChain(vars.WALLET_CHAIN_ID) === null
  return vars.WALLET_NAME_ZONE ?? (isLocal ? LOCAL_NAME_ZONE : null)
}

/** Other people's kits drop the path of the service's URL. */
function isRoot(url: string): boolean {
  return new URL(url).pathname === '/'
}

function routersByChain(
  routers: readonly { chainId: number; address: Address }[],
): WalletConfig['routers'] {
  const byChain = Map.groupBy(routers, ({ chainId }) => chainId)
  return new Map([...byChain].map(([id, each]) => [id, each.map(({ address }) => address)]))
}

function explorerOf(vars: z.output<typeof Env>): WalletConfig['explorer'] {
  const { WALLET_EXPLORER_API_URL: url, WALLET_EXPLORER_API_KEY: apiKey } = vars
  if (apiKey === undefined) return null
  return { url: url ?? DEFAULT_EXPLORER_URL, isConfigured: url !== undefined, apiKey }
}

/** Local chains are short enough to be read from the beginning. */
function sessionsFromBlockOf(vars: z.output<typeof Env>): number | null {
  const isLocal = findPublicChain(vars.WALLET_CHAIN_ID) === null
  return vars.WALLET_SESSIONS_FROM_BLOCK ?? (isLocal ? 0 : null)
}

/** A hosted bundler knows no sessions of keys. */
function bundlerOf(vars: z.output<typeof Env>): WalletConfig['bundler'] {
  return allOf('WALLET_BUNDLER_URL and WALLET_BUNDLER_TOKEN', {
    url: vars.WALLET_BUNDLER_URL,
    token: vars.WALLET_BUNDLER_TOKEN,
  })
}

function onrampOf(vars: z.output<typeof Env>): WalletConfig['onramp'] {
  const moonpay = allOf('WALLET_MOONPAY_PUBLIC_KEY, _SECRET_KEY and _WEBHOOK_KEY', {
    publicKey: vars.WALLET_MOONPAY_PUBLIC_KEY,
    secretKey: vars.WALLET_MOONPAY_SECRET_KEY,
    webhookKey: vars.WALLET_MOONPAY_WEBHOOK_KEY,
  })
  const onramper = allOf('WALLET_ONRAMPER_API_KEY, _PRIVATE_KEY and _WEBHOOK_SECRET', {
    apiKey: vars.WALLET_ONRAMPER_API_KEY,
    privateKey: vars.WALLET_ONRAMPER_PRIVATE_KEY,
    webhookSecret: vars.WALLET_ONRAMPER_WEBHOOK_SECRET,
  })
  return { playMoneyKey: vars.WALLET_PLAY_MONEY_PRIVATE_KEY ?? null, moonpay, onramper }
}

/**
 * Returns the keys when all are given, null when there are none.
 *
 * @throws {InvalidConfigError} when some are missing.
 */
function allOf<name extends string>(
  names: string,
  keys: Record<name, string | undefined>,
): Record<name, string> | null {
  const given = Object.values(keys).filter((key) => key !== undefined)
  if (given.length === 0) return null
  if (given.length < Object.keys(keys).length) {
    throw new InvalidConfigError([`${names} belong together: set all of them or none`])
  }
  return keys as Record<name, string>
}
