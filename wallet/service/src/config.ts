import type { BundlerTarget } from '@bullring/accounts-client/forward-call'
import { parseSettings, type Settings, type Values } from '@bullring/server/config/define-settings'
import {
  DatabaseUrl,
  Flag,
  type LogLevel,
  listOf,
  WebUrl,
  wholeNumber,
} from '@bullring/server/config/env-fields'
import { InvalidConfigError } from '@bullring/server/config/errors'
import {
  BULLRING_HOST,
  BUNDLER_URL,
  BUNDLER_WALLET_TOKEN,
  CHAIN_ID,
  GAME_PUBLIC_URL,
  LOG_LEVEL,
  METRICS_TOKEN,
  portSetting,
  RATE_LIMIT_PER_MINUTE,
  START_BLOCK,
  TRUST_PROXY,
} from '@bullring/server/config/shared-settings'
import type { SolanaChainId } from '@bullring/wire/caip-fields'
import { findPublicChain } from '@bullring/wire/chain/public-chain'
import type { Address, Hex } from 'viem'
import { getAddress, isHex, size } from 'viem'
import * as z from 'zod'
import { LIMITS, LOCAL_LIMITS, type WalletLimits } from './limits.ts'
import type { MoonpayKeys } from './onramp/moonpay.ts'
import type { OnramperKeys } from './onramp/onramper.ts'
import { NATIVE_COIN } from './tokens/native-coin.ts'
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
  }
  limits: WalletLimits
  access: {
    /** Callers must name one of them. */
    projectIds: readonly string[]
    /** Origin of our pages; null when not configured. */
    publicOrigin: string | null
    /** Further origins whose pages may call the service. */
    allowedOrigins: readonly string[]
  }
  /** Origin at whose root the service is published; null if it is only behind the game service. */
  ownOrigin: string | null
  /** Chain of requests without a chain id. */
  mainChainId: number
  /** Nodes of each served chain, in order of preference. */
  rpcUrls: ReadonlyMap<number, readonly string[]>
  /** Nodes of each served Solana cluster; none unless configured. */
  solanaRpcUrls: ReadonlyMap<SolanaChainId, readonly string[]>
  /** Feeds of prices in USD; the token of a chain's coin is `NATIVE_COIN`. */
  priceFeeds: readonly { chainId: number; token: Address; feed: Address }[]
  /** Routers of each chain, besides the presets. */
  routers: ReadonlyMap<number, readonly Address[]>
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
  /** Providers that sell coins. */
  onramp: {
    /** Sells the coins of a local chain for play money. */
    playMoneyKey: Hex | null
    moonpay: MoonpayKeys | null
    onramper: OnramperKeys | null
  }
  /** `isConfigured` when the operator named the URL, which may then be a local one. */
  explorer: { url: string; isConfigured: boolean; apiKey: string } | null
  /** Game service, whose index lists bets and claims where there is no explorer; null for none. */
  gameUrl: string | null
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
    new RegExp(`^[1-9]\\d{0,14}(?::${ADDRESS})?=${ADDRESS}$`),
    'must be a list such as 56=0x… for the coin, or 56:0x…=0x… for a token',
  )
  .transform((text) => {
    const [asset = '', feed = ''] = text.split('=')
    const [chainId, token] = asset.split(':')
    return {
      chainId: Number(chainId),
      token: token === undefined ? NATIVE_COIN : getAddress(token),
      feed: getAddress(feed),
    }
  })

/** Interval of reading a local chain's history: that of its blocks. */
const POLL_INTERVAL_MS = 1_000

const EXPLORER_URL = 'https://api.etherscan.io/v2/api'

const ProjectId = z.string().regex(/^[\w-]{1,64}$/, 'must be letters, digits, _ or -')

/** Zone of local chains, where names are for play too. The top-level domain is reserved for tests (RFC 6761). */
const LOCAL_NAME_ZONE = 'bullring.test'

const DomainName = z
  .string()
  .toLowerCase()
  .regex(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*\.)+[a-z]{2,}$/, 'must be a domain such as names.example')

/** Settings of the service. */
export const SETTINGS = {
  BULLRING_HOST,
  PORT: portSetting(4100),
  WALLET_DATABASE_URL: {
    kind: DatabaseUrl,
    text: "PostgreSQL database, separate from the game's",
    isSecret: true,
  },
  CHAIN_ID: { ...CHAIN_ID, kind: wholeNumber(1, Number.MAX_SAFE_INTEGER).default(31_337) },
  WALLET_RPC_URLS: {
    kind: listOf(ChainUrl),
    text: 'nodes of every chain to serve, comma-separated, each as `56=https://node.example`; several nodes of one chain back each other up',
    isSecret: true,
    purpose: 'Wallets',
  },
  WALLET_SOLANA_RPC_URLS: {
    kind: listOf(SolanaUrl),
    text: "nodes of Solana clusters, comma-separated, each as `5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp=https://node.example`: the first 32 characters of the cluster's genesis hash (`5eykt4…` is the main network, `EtWTRABZaYq6iMfeYKouRu166VU2xqa1` the devnet, `4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z` the testnet) and a node. With it, the embedded wallet sends on Solana; without it, nothing of Solana appears in the game, and apps get signatures only",
    isSecret: true,
  },
  WALLET_PRICE_FEEDS: {
    kind: listOf(TokenFeed),
    text: "feeds of USD prices, comma-separated: of a chain's coin as `56=0xFEED`, of a token as `56:0xTOKEN=0xFEED`. What has no feed and no pool has no price",
    usual:
      "Chainlink's for BNB, USDT, USDC, BUSD, DAI, CAKE, ETH and BTCB; with `npm start`, the market's for the coin",
  },
  WALLET_ROUTERS: {
    kind: listOf(ChainRouter),
    text: 'routers of the Uniswap V2 kind for swaps, comma-separated, each as `56=0x…`, besides PancakeSwap V2 on 56 and 97',
    usual: 'the local exchange with `npm start`',
  },
  WALLET_PROJECT_IDS: {
    kind: listOf(ProjectId).refine((ids) => ids.length > 0, 'must name at least one project id'),
    text: 'accepted project ids, comma-separated; `npm start` and compose.yaml add `GAME_PROJECT_ID`',
  },
  GAME_PUBLIC_URL,
  WALLET_ALLOWED_ORIGINS: {
    kind: listOf(WebUrl),
    text: 'other origins whose pages may call the service, comma-separated',
    usual: '`GAME_ALLOWED_ORIGINS` with `npm start` and compose',
  },
  WALLET_OWN_URL: {
    kind: WebUrl.refine(isRoot, 'must be the root of an origin').optional(),
    text: "root of a dedicated origin at which your proxy publishes the service for other people's apps, such as `https://wallets.bullring.example`; see [below](#for-other-peoples-apps). `npm start` needs `PORT` for it",
  },
  TRUST_PROXY,
  RATE_LIMIT_PER_MINUTE,
  WALLET_CATALOGUE_FILE: {
    kind: z.string().optional(),
    text: 'JSON file with wallets that extend or replace the catalogue',
  },
  WALLET_TOKENS: {
    kind: z.string().optional(),
    text: 'further tokens as JSON text, in the format of that file',
    usual: "the local exchange's with `npm start`",
  },
  WALLET_TOKENS_FILE: {
    kind: z.string().optional(),
    text: 'JSON file with more tokens for balances, history and swaps',
  },
  WALLET_ENS_RPC_URL: {
    kind: WebUrl.optional(),
    text: 'Ethereum mainnet node for looking up ENS names; without it accounts have no names. Names that resolve off chain are not looked up',
    isSecret: true,
  },
  WALLET_IPFS_GATEWAY_URL: {
    kind: WebUrl.optional(),
    text: 'IPFS gateway that loads pictures and metadata of NFTs with `ipfs://` URLs, such as `https://ipfs.example`; it may be local. Without it they are not shown',
  },
  WALLET_NAME_ZONE: {
    kind: DomainName.optional(),
    text: 'domain below which visitors register names, such as `names.example`; on a public chain there are no names without it. Names are stored without the zone, so a new zone renames them all',
    usual: 'bullring.test on local chains',
  },
  WALLET_NAME_SIGNER_KEY: {
    kind: PrivateKey.optional(),
    text: 'private key that signs answers for the resolver contract, so that names resolve in wallets ([ADR 24](adr/0024-names-that-wallets-resolve.md)); without it they resolve in our pages only. Use a key that holds nothing',
    usual: 'in the data folder on local chains',
    isSecret: true,
  },
  WALLET_EXPLORER_API_KEY: {
    kind: z.string().optional(),
    text: "key of Etherscan's API, which provides history and NFTs of public chains",
    isSecret: true,
    purpose: 'Wallets',
  },
  WALLET_GAME_URL: {
    kind: WebUrl.optional(),
    text: 'URL of the game service: without that key, Activity of its chain lists bets and claims from its index',
    usual: 'set by `npm start` and compose.yaml',
  },
  WALLET_PLAY_MONEY_PRIVATE_KEY: {
    kind: PrivateKey.optional(),
    text: 'key of an account that sells the coins of a local chain for play money; refused on public chains',
    usual: 'set by `npm start` on a local chain',
    isSecret: true,
  },
  WALLET_MOONPAY_PUBLIC_KEY: {
    kind: z.string().optional(),
    text: 'offer MoonPay on chain 56: the publishable key of your account with them, together with the next two. Providers of real coins show their prices at their checkout: only play money is quoted in the modal',
  },
  WALLET_MOONPAY_SECRET_KEY: {
    kind: z.string().optional(),
    text: 'secret key, which signs the address of the checkout',
    isSecret: true,
  },
  WALLET_MOONPAY_WEBHOOK_KEY: {
    kind: z.string().optional(),
    text: 'webhook key; give MoonPay the URL `https://<wallet service>/v1/onramp/webhooks/moonpay`',
    isSecret: true,
  },
  WALLET_ONRAMPER_API_KEY: {
    kind: z.string().optional(),
    text: 'offer Onramper on chain 56: the API key of your account with them, together with the next two',
    isSecret: true,
  },
  WALLET_ONRAMPER_PRIVATE_KEY: {
    kind: z.base64().optional(),
    text: 'Ed25519 private key (PKCS #8, base64) whose public key they have: `openssl genpkey -algorithm ed25519 -outform DER | base64 -w0`',
    isSecret: true,
  },
  WALLET_ONRAMPER_WEBHOOK_SECRET: {
    kind: z.string().optional(),
    text: 'webhook secret; their webhook URL is `https://<wallet service>/v1/onramp/webhooks/onramper`',
    isSecret: true,
  },
  BUNDLER_URL,
  BUNDLER_WALLET_TOKEN,
  START_BLOCK: { ...START_BLOCK, kind: wholeNumber(0, Number.MAX_SAFE_INTEGER).optional() },
  WALLET_ANALYTICS: {
    kind: Flag,
    text: "count the wallet kit's events per day; nothing else about them is stored",
  },
  METRICS_TOKEN,
  LOG_LEVEL,
} as const satisfies Settings

/**
 * Parses the configuration. An empty variable counts as absent.
 *
 * @throws {InvalidConfigError} naming every invalid variable.
 */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): WalletConfig {
  const config = toConfig(parseSettings(SETTINGS, env))
  if (!config.rpcUrls.has(config.mainChainId)) {
    throw new InvalidConfigError(['WALLET_RPC_URLS names no node of the chain CHAIN_ID'])
  }
  if (config.onramp.playMoneyKey !== null && findPublicChain(config.mainChainId) !== null) {
    throw new InvalidConfigError(['WALLET_PLAY_MONEY_PRIVATE_KEY is for local chains only'])
  }
  return config
}

function toConfig(vars: Values<typeof SETTINGS>): WalletConfig {
  const byChain = Map.groupBy(vars.WALLET_RPC_URLS, ({ chainId }) => chainId)
  return {
    http: {
      host: vars.BULLRING_HOST,
      port: vars.PORT,
      proxies: vars.TRUST_PROXY,
      requestsPerMinute: vars.RATE_LIMIT_PER_MINUTE,
    },
    limits: findPublicChain(vars.CHAIN_ID) === null ? LOCAL_LIMITS : LIMITS,
    access: {
      projectIds: vars.WALLET_PROJECT_IDS,
      publicOrigin:
        vars.GAME_PUBLIC_URL === undefined ? null : new URL(vars.GAME_PUBLIC_URL).origin,
      allowedOrigins: vars.WALLET_ALLOWED_ORIGINS.map((url) => new URL(url).origin),
    },
    ownOrigin: vars.WALLET_OWN_URL === undefined ? null : new URL(vars.WALLET_OWN_URL).origin,
    mainChainId: vars.CHAIN_ID,
    solanaRpcUrls: new Map(
      [...Map.groupBy(vars.WALLET_SOLANA_RPC_URLS, ({ chainId }) => chainId)].map(([id, nodes]) => [
        id,
        nodes.map(({ url }) => url),
      ]),
    ),
    rpcUrls: new Map([...byChain].map(([id, nodes]) => [id, nodes.map(({ url }) => url)])),
    priceFeeds: vars.WALLET_PRICE_FEEDS,
    routers: routersByChain(vars.WALLET_ROUTERS),
    databaseUrl: vars.WALLET_DATABASE_URL,
    pollIntervalMs: POLL_INTERVAL_MS,
    catalogueFile: vars.WALLET_CATALOGUE_FILE ?? null,
    tokens: { inline: vars.WALLET_TOKENS ?? null, file: vars.WALLET_TOKENS_FILE ?? null },
    ensRpcUrl: vars.WALLET_ENS_RPC_URL ?? null,
    ipfsGatewayUrl: vars.WALLET_IPFS_GATEWAY_URL ?? null,
    nameZone: nameZoneOf(vars),
    nameSignerKey: vars.WALLET_NAME_SIGNER_KEY ?? null,
    explorer: explorerOf(vars),
    gameUrl: vars.WALLET_GAME_URL ?? null,
    onramp: onrampOf(vars),
    bundler: bundlerOf(vars),
    sessionsFromBlock: sessionsFromBlockOf(vars),
    countsEvents: vars.WALLET_ANALYTICS,
    metricsToken: vars.METRICS_TOKEN ?? null,
    logLevel: vars.LOG_LEVEL,
  }
}

function nameZoneOf(vars: Values<typeof SETTINGS>): string | null {
  const isLocal = findPublicChain(vars.CHAIN_ID) === null
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

function explorerOf(vars: Values<typeof SETTINGS>): WalletConfig['explorer'] {
  const apiKey = vars.WALLET_EXPLORER_API_KEY
  return apiKey === undefined ? null : { url: EXPLORER_URL, isConfigured: false, apiKey }
}

/** Local chains are short enough to be read from the beginning. */
function sessionsFromBlockOf(vars: Values<typeof SETTINGS>): number | null {
  const isLocal = findPublicChain(vars.CHAIN_ID) === null
  return vars.START_BLOCK ?? (isLocal ? 0 : null)
}

/** A hosted bundler knows no sessions of keys, and has no token. */
function bundlerOf(vars: Values<typeof SETTINGS>): WalletConfig['bundler'] {
  const { BUNDLER_URL: url, BUNDLER_WALLET_TOKEN: token } = vars
  if (token === undefined) return null
  if (url === undefined) throw new InvalidConfigError(['BUNDLER_WALLET_TOKEN needs BUNDLER_URL'])
  return { url, token }
}

function onrampOf(vars: Values<typeof SETTINGS>): WalletConfig['onramp'] {
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
