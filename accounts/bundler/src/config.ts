import {
  AccessToken,
  DatabaseUrl,
  LogLevel,
  listOf,
  WebUrl,
  wholeNumber,
} from '@bullring/server/config/env-fields'
import { type PresentEnv, parseEnv } from '@bullring/server/config/parse-env'
import { type Hex, isHex, parseEther, size } from 'viem'
import * as z from 'zod'
import type { Budgets } from './limits/budgets.ts'
import type { CallerTokens } from './rpc/read-caller.ts'

/** Configuration of the bundler, read once from the environment. */
export type BundlerConfig = {
  http: {
    /** An address of this machine: callers are the operator's services. */
    host: string
    /** 0 selects a free port. */
    port: number
  }
  databaseUrl: string
  chain: { id: number; rpcUrl: string }
  /** Pays for the transactions. */
  relayerKey: Hex
  /** Tokens of the services that may call. */
  callerTokens: CallerTokens
  /** Of all callers together; a simulation counts 20 times. */
  callsPerMinute: number
  /** Most that a transaction pays per gas, in wei. */
  maxGasPrice: bigint
  /** Age at which a transaction that is not mined is replaced by one that pays more. */
  replaceAfterSeconds: number
  pollIntervalMs: number
  sponsorship: {
    /** Contract methods whose fees are paid, as `0xcontract:0xselector` in lower case; empty for none. */
    methods: ReadonlySet<string>
    budgets: Budgets
  }
  /** A lower balance of the relayer raises an alarm, in wei. */
  minBalance: bigint
  /** Callers with this token may read the metrics; null for none. */
  metricsToken: string | null
  logLevel: z.output<typeof LogLevel>
}

const PrivateKey = z
  .string('is missing')
  .refine(
    (value): value is Hex => isHex(value) && size(value) === 32,
    'must be 0x and 64 hex digits',
  )

const Coins = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,18})?$/, 'must be an amount such as 0.05')
  .transform((text) => parseEther(text))

const Method = z
  .string()
  .regex(
    /^0x[0-9a-fA-F]{40}:0x[0-9a-fA-F]{8}$/,
    'must be a list such as 0xcontract:0xselector, with the first 4 bytes of the call',
  )
  .transform((text) => text.toLowerCase())

const Env = z.object({
  BUNDLER_HOST: z.string().default('127.0.0.1'),
  BUNDLER_PORT: wholeNumber(0, 65_535).default(4400),
  BUNDLER_DATABASE_URL: DatabaseUrl,
  BUNDLER_CHAIN_ID: wholeNumber(1, Number.MAX_SAFE_INTEGER),
  BUNDLER_RPC_URL: WebUrl,
  BUNDLER_RELAYER_PRIVATE_KEY: PrivateKey,
  BUNDLER_CUSTODY_TOKEN: AccessToken,
  BUNDLER_WALLET_TOKEN: AccessToken.optional(),
  BUNDLER_MAX_GAS_PRICE_GWEI: wholeNumber(1, 10_000).default(20),
  BUNDLER_REPLACE_AFTER_SECONDS: wholeNumber(1, 3_600).default(15),
  BUNDLER_POLL_INTERVAL_MS: wholeNumber(10, 60_000).default(200),
  BUNDLER_CALLS_PER_MINUTE: wholeNumber(400, 100_000_000).default(12_000),
  BUNDLER_SPONSORED_METHODS: listOf(Method),
  BUNDLER_BUDGET_PER_DAY: Coins.default(parseEther('0.1')),
  BUNDLER_BUDGET_PER_METHOD: Coins.default(parseEther('0.1')),
  BUNDLER_BUDGET_PER_NETWORK: Coins.default(parseEther('0.05')),
  BUNDLER_BUDGET_PER_IP: Coins.default(parseEther('0.02')),
  BUNDLER_BUDGET_PER_USER: Coins.default(parseEther('0.01')),
  BUNDLER_MIN_BALANCE: Coins.default(parseEther('0.05')),
  BUNDLER_METRICS_TOKEN: AccessToken.optional(),
  BUNDLER_LOG_LEVEL: LogLevel,
})

/** Names of the variables that the bundler reads. */
export const VARIABLES: readonly string[] = Object.keys(Env.shape)

/** With one token, the wallet service could name the users of custody. */
function sameTokens(env: PresentEnv): readonly string[] {
  const { BUNDLER_CUSTODY_TOKEN: custody, BUNDLER_WALLET_TOKEN: wallet } = env
  const isSame = custody !== undefined && custody === wallet
  return isSame ? ['BUNDLER_WALLET_TOKEN must not be BUNDLER_CUSTODY_TOKEN'] : []
}

const GWEI = 10n ** 9n

/**
 * Parses the configuration. An empty variable counts as absent.
 *
 * @throws {InvalidConfigError} naming every invalid variable.
 */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): BundlerConfig {
  const vars = parseEnv(Env, env, sameTokens)
  return {
    http: { host: vars.BUNDLER_HOST, port: vars.BUNDLER_PORT },
    databaseUrl: vars.BUNDLER_DATABASE_URL,
    chain: { id: vars.BUNDLER_CHAIN_ID, rpcUrl: vars.BUNDLER_RPC_URL },
    relayerKey: vars.BUNDLER_RELAYER_PRIVATE_KEY,
    callerTokens: {
      custody: vars.BUNDLER_CUSTODY_TOKEN,
      wallet: vars.BUNDLER_WALLET_TOKEN ?? null,
    },
    maxGasPrice: BigInt(vars.BUNDLER_MAX_GAS_PRICE_GWEI) * GWEI,
    replaceAfterSeconds: vars.BUNDLER_REPLACE_AFTER_SECONDS,
    pollIntervalMs: vars.BUNDLER_POLL_INTERVAL_MS,
    callsPerMinute: vars.BUNDLER_CALLS_PER_MINUTE,
    sponsorship: {
      methods: new Set(vars.BUNDLER_SPONSORED_METHODS),
      budgets: {
        all: vars.BUNDLER_BUDGET_PER_DAY,
        method: vars.BUNDLER_BUDGET_PER_METHOD,
        network: vars.BUNDLER_BUDGET_PER_NETWORK,
        ip: vars.BUNDLER_BUDGET_PER_IP,
        user: vars.BUNDLER_BUDGET_PER_USER,
      },
    },
    minBalance: vars.BUNDLER_MIN_BALANCE,
    metricsToken: vars.BUNDLER_METRICS_TOKEN ?? null,
    logLevel: vars.BUNDLER_LOG_LEVEL,
  }
}
