import {
  DatabaseUrl,
  Flag,
  LogLevel,
  listOf,
  WebUrl,
  wholeNumber,
} from '@bullring/server/config/env-fields'
import { type PresentEnv, parseEnv } from '@bullring/server/config/parse-env'
import { SIGN_IN_MODES } from '@bullring/wire/game-api/config'
import type { Address, Hex } from 'viem'
import { getAddress, isAddress, isHex } from 'viem'
import * as z from 'zod'
import type { MarketKind } from './db/schema.ts'
import { MARKET_KINDS } from './db/schema.ts'

/** Chains where money is real (56) or public (97): nothing that is meant for play may be on there. */
const PUBLIC_CHAINS: Readonly<Record<number, { name: string; coin: string; rpcUrl: string }>> = {
  56: { name: 'BNB Smart Chain', coin: 'BNB', rpcUrl: 'https://bsc-dataseed.bnbchain.org' },
  97: {
    name: 'BNB Smart Chain Testnet',
    coin: 'tBNB',
    rpcUrl: 'https://bsc-testnet-dataseed.bnbchain.org',
  },
}

/** How often the chain is looked at: our own node does not mind, one shared with others does. */
const LOCAL_POLL_MS = 50
const PUBLIC_POLL_MS = 200

const RPC_TIMEOUT_MS = 10_000

/** Settings of the game service, read once from the environment by `bin/`. */
export type GameConfig = {
  http: {
    host: string
    /** 0 picks a free one. */
    port: number
    /** Folder of the built web app; null serves the API alone. */
    webRoot: string | null
    /** Where the public reaches the pages; null when nobody has said. */
    publicOrigin: string | null
    /** Origins besides our own whose pages may call the API. */
    allowedOrigins: readonly string[]
    /** A proxy of ours is in front and tells the visitors' addresses. */
    trustsProxy: boolean
    /** API requests that one visitor's address may make. */
    requestsPerMinute: number
    /** Live connections that one visitor's address may hold. */
    streamsPerIp: number
  }
  chain: {
    id: number
    name: string
    coin: string
    rpcUrl: string
    /** Time limit of one HTTP request to the node, body included. */
    timeoutMs: number
    /** What browsers use; "/rpc" is this service's own proxy. */
    publicRpcUrls: readonly string[]
    explorerUrl: string | null
    /** True for a chain of play money, where proxy, faucet and burner wallet may exist. */
    isLocal: boolean
  }
  market: { kind: MarketKind; predictionAddress: Address; startBlock: number }
  databaseUrl: string
  /** The wallet service behind /wallet; null for none. */
  wallet: { servicesUrl: string } | null
  /** What our page calls itself at the wallet service and at the relay. */
  projectId: string
  /** Relay of the WalletConnect protocol; null offers no wallets on other devices. */
  relayUrl: string | null
  /** Whether visitors are asked to sign in with their wallet; never without a wallet service. */
  signIn: (typeof SIGN_IN_MODES)[number]
  pollIntervalMs: number
  /** Null switches the keeper off: this process then only indexes and serves. */
  keeper: {
    privateKey: Hex
    shouldSettleEmpty: boolean
    /** Simulates and logs, and never sends. */
    isDryRun: boolean
  } | null
  /** Metrics for every caller; otherwise for programs on this machine only. */
  hasOpenMetrics: boolean
  faucetPrivateKey: Hex | null
  hasBurnerWallet: boolean
  hasReplayedPrices: boolean
  telegramUrl: string | null
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent'
}

const PrivateKey = z.custom<Hex>(
  (value) => isHex(value) && value.length === 66,
  'must be a 32-byte key in hex with 0x',
)

/** Hosts whose connections never leave the machine: browsers let pages of any kind call them. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** Pages served by HTTPS cannot reach a relay without TLS, and what visitors pair must stay theirs. */
const RelayUrl = z
  .string()
  .refine(isSafeSocket, 'must be a wss:// URL, or a ws:// one on a loopback host')

const Env = z.object({
  GAME_HOST: z.string().default('127.0.0.1'),
  GAME_PORT: wholeNumber(0, 65_535).default(4000),
  GAME_CHAIN_ID: wholeNumber(1, Number.MAX_SAFE_INTEGER).default(31_337),
  GAME_RPC_URL: WebUrl.default('http://127.0.0.1:8545'),
  GAME_PUBLIC_RPC_URLS: listOf(WebUrl),
  GAME_PREDICTION_ADDRESS: z
    .string('is missing')
    .refine((value) => isAddress(value, { strict: false }), 'must be an address')
    .transform((value) => getAddress(value)),
  GAME_MARKET_KIND: z
    .enum(MARKET_KINDS, `must be ${MARKET_KINDS.join(' or ')}`)
    .default('bullring'),
  GAME_START_BLOCK: wholeNumber(0, Number.MAX_SAFE_INTEGER).default(0),
  GAME_DATABASE_URL: DatabaseUrl,
  GAME_KEEPER_PRIVATE_KEY: PrivateKey.optional(),
  GAME_KEEPER_SETTLE_EMPTY: Flag,
  GAME_KEEPER_DRY_RUN: Flag,
  GAME_METRICS: Flag,
  GAME_FAUCET_PRIVATE_KEY: PrivateKey.optional(),
  GAME_BURNER_WALLET: Flag,
  GAME_REPLAYED_PRICES: Flag,
  GAME_WEB_ROOT: z.string().optional(),
  GAME_PUBLIC_URL: WebUrl.optional(),
  GAME_ALLOWED_ORIGINS: listOf(WebUrl),
  GAME_TRUST_PROXY: Flag,
  GAME_RATE_LIMIT_PER_MINUTE: wholeNumber(1, 1_000_000).default(3_000),
  GAME_STREAMS_PER_IP: wholeNumber(1, 100_000).default(100),
  GAME_POLL_INTERVAL_MS: wholeNumber(10, 60_000).optional(),
  GAME_EXPLORER_URL: WebUrl.optional(),
  GAME_TELEGRAM_URL: WebUrl.optional(),
  GAME_WALLET_SERVICES_URL: WebUrl.optional(),
  GAME_RELAY_URL: RelayUrl.optional(),
  GAME_SIGN_IN: z.enum(SIGN_IN_MODES, `must be off, optional or required`).default('off'),
  GAME_PROJECT_ID: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'must be letters, digits, _ or -')
    .default('bullring'),
  GAME_LOG_LEVEL: LogLevel,
})

/**
 * Turns environment variables into settings. An empty variable counts as absent.
 *
 * @throws {InvalidConfigError} naming every variable at fault.
 */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): GameConfig {
  return toConfig(
    parseEnv(Env, env, (present) => [
      ...playOnlyIssues(present),
      ...keeperIssues(present),
      ...signInIssues(present),
    ]),
  )
}

function isSafeSocket(text: string): boolean {
  const url = URL.parse(text)
  if (url?.protocol === 'wss:') return true
  return url?.protocol === 'ws:' && LOOPBACK.test(url.hostname)
}

/** Play-money variables that are set although the chain is a public one. */
function playOnlyIssues(env: PresentEnv): string[] {
  const chainId = Number(env['GAME_CHAIN_ID'])
  if (PUBLIC_CHAINS[chainId] === undefined) return []
  const isOn = (name: string) => Flag.safeParse(env[name]).data === true
  const variables = ['GAME_BURNER_WALLET', 'GAME_REPLAYED_PRICES'].filter(isOn)
  if (env['GAME_FAUCET_PRIVATE_KEY'] !== undefined) variables.unshift('GAME_FAUCET_PRIVATE_KEY')
  return variables.map((name) => `${name} is for local chains and cannot be used on ${chainId}`)
}

/** Rounds of a foreign contract are its operator's business. */
function keeperIssues(env: PresentEnv): string[] {
  if (env['GAME_MARKET_KIND'] !== 'pancake-v2') return []
  if (env['GAME_KEEPER_PRIVATE_KEY'] === undefined) return []
  return [
    'GAME_KEEPER_PRIVATE_KEY cannot be used with pancake-v2, whose rounds its operator settles',
  ]
}

/** Sessions are kept by the wallet service. */
function signInIssues(env: PresentEnv): string[] {
  const isOff = (env['GAME_SIGN_IN'] ?? 'off') === 'off'
  if (isOff || env['GAME_WALLET_SERVICES_URL'] !== undefined) return []
  return ['GAME_SIGN_IN needs GAME_WALLET_SERVICES_URL, where the sessions are kept']
}

function toConfig(vars: z.output<typeof Env>): GameConfig {
  const publicChain = PUBLIC_CHAINS[vars.GAME_CHAIN_ID]
  const browserRpcUrls = vars.GAME_PUBLIC_RPC_URLS
  const defaultRpcUrl = publicChain?.rpcUrl ?? '/rpc'
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
      trustsProxy: vars.GAME_TRUST_PROXY,
      requestsPerMinute: vars.GAME_RATE_LIMIT_PER_MINUTE,
      streamsPerIp: vars.GAME_STREAMS_PER_IP,
    },
    chain: {
      id: vars.GAME_CHAIN_ID,
      name: publicChain?.name ?? 'Local chain',
      coin: publicChain?.coin ?? 'BNB',
      rpcUrl: vars.GAME_RPC_URL,
      timeoutMs: RPC_TIMEOUT_MS,
      publicRpcUrls: browserRpcUrls.length > 0 ? browserRpcUrls : [defaultRpcUrl],
      explorerUrl: vars.GAME_EXPLORER_URL ?? null,
      isLocal: publicChain === undefined,
    },
    market: {
      kind: vars.GAME_MARKET_KIND,
      predictionAddress: vars.GAME_PREDICTION_ADDRESS,
      startBlock: vars.GAME_START_BLOCK,
    },
    databaseUrl: vars.GAME_DATABASE_URL,
    wallet: walletUrl === undefined ? null : { servicesUrl: walletUrl },
    projectId: vars.GAME_PROJECT_ID,
    relayUrl: vars.GAME_RELAY_URL ?? null,
    signIn: vars.GAME_SIGN_IN,
    pollIntervalMs:
      vars.GAME_POLL_INTERVAL_MS ?? (publicChain === undefined ? LOCAL_POLL_MS : PUBLIC_POLL_MS),
    keeper:
      keeperKey === undefined
        ? null
        : {
            privateKey: keeperKey,
            shouldSettleEmpty: vars.GAME_KEEPER_SETTLE_EMPTY,
            isDryRun: vars.GAME_KEEPER_DRY_RUN,
          },
    hasOpenMetrics: vars.GAME_METRICS,
    faucetPrivateKey: vars.GAME_FAUCET_PRIVATE_KEY ?? null,
    hasBurnerWallet: vars.GAME_BURNER_WALLET,
    hasReplayedPrices: vars.GAME_REPLAYED_PRICES,
    telegramUrl: vars.GAME_TELEGRAM_URL ?? null,
    logLevel: vars.GAME_LOG_LEVEL,
  }
}
