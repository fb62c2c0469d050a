import { parseSettings, type Settings } from '@bullring/server/config/define-settings'
import {
  AccessToken,
  DatabaseUrl,
  type LogLevel,
  listOf,
  NodeUrls,
  wholeNumber,
} from '@bullring/server/config/env-fields'
import type { PresentEnv } from '@bullring/server/config/parse-env'
import {
  BULLRING_HOST,
  BUNDLER_CUSTODY_TOKEN,
  BUNDLER_WALLET_TOKEN,
  CHAIN_ID,
  LOG_LEVEL,
  METRICS_TOKEN,
  portSetting,
  RPC_URL,
} from '@bullring/server/config/shared-settings'
import { type Hex, isHex, parseEther, size } from 'viem'
import * as z from 'zod'
import { type Budgets, budgetsOf } from './limits/budgets.ts'
import { callsPerMinute } from './limits/call-limits.ts'
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
  chain: { id: number; rpcUrls: readonly string[] }
  /** Pays for the transactions. */
  relayerKey: Hex
  /** Tokens of the services that may call. */
  callerTokens: CallerTokens
  /** Of all callers together; a simulation counts 20 times. */
  callsPerMinute: number
  /** Maximum price per gas of a transaction, in wei. */
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

/** Settings of the service. */
export const SETTINGS = {
  BULLRING_HOST,
  PORT: portSetting(4400),
  BUNDLER_DATABASE_URL: {
    kind: DatabaseUrl,
    text: 'PostgreSQL database of its journal, separate from all others. It belongs to one chain: a new local chain needs a new one',
    isSecret: true,
  },
  CHAIN_ID: { ...CHAIN_ID, kind: wholeNumber(1, Number.MAX_SAFE_INTEGER) },
  RPC_URL: { ...RPC_URL, kind: NodeUrls },
  BUNDLER_RELAYER_PRIVATE_KEY: {
    kind: PrivateKey,
    text: 'account that pays for the transactions. Use it for nothing else, and keep little in it',
    isSecret: true,
    purpose: 'Smart accounts',
  },
  BUNDLER_CUSTODY_TOKEN: { ...BUNDLER_CUSTODY_TOKEN, kind: AccessToken },
  BUNDLER_WALLET_TOKEN,
  BUNDLER_MAX_GAS_PRICE_GWEI: {
    kind: wholeNumber(1, 10_000).default(20),
    text: 'most that a transaction pays per gas; while gas costs more, operations are refused. A transaction that is not mined within 15 s is replaced by one that pays a quarter more, up to twice the first price. If gas costs more than the operation may pay, the transaction is cancelled, so that those behind it can be mined',
  },
  BUNDLER_SPONSORED_METHODS: {
    kind: listOf(Method),
    text: 'contract methods whose fees are paid, comma-separated, each as `0xcontract:0xselector`; without any, accounts pay their own fees',
    purpose: 'Smart accounts',
  },
  BUNDLER_BUDGET_PER_DAY: {
    kind: Coins.prefault('0.1'),
    text: "most spent on sponsored operations per UTC day, in the chain's coin; the same for each contract method, half of it for all users of an IPv6 /48, a fifth for all of one IP address (IPv6: one /64 network), a tenth for each user. Operations whose account pays its own fees, until it has, and signed revocations of sessions have separate budgets of the same size per day, network, IP address and user: all together, a day costs three times this at most, whatever the hour, and what cancellations cost when the price of gas jumps. A relayer with less than half of it [raises an alarm](runbooks/relayer-balance-low.md)",
    purpose: 'Smart accounts',
  },
  METRICS_TOKEN,
  LOG_LEVEL,
} as const satisfies Settings

/** Balance of the relayer below which an operator must act. */
export function leastBalance(budgetPerDay: bigint): bigint {
  return budgetPerDay / 2n
}

/** With one token, the wallet service could name the users of custody. */
function sameTokens(env: PresentEnv): readonly string[] {
  const { BUNDLER_CUSTODY_TOKEN: custody, BUNDLER_WALLET_TOKEN: wallet } = env
  const isSame = custody !== undefined && custody === wallet
  return isSame ? ['BUNDLER_WALLET_TOKEN must not be BUNDLER_CUSTODY_TOKEN'] : []
}

const GWEI = 10n ** 9n

/** Five blocks of a slow chain: a transaction that pays enough is mined before. */
const REPLACE_AFTER_SECONDS = 15

/** Less than the time between blocks, so that a mined transaction is seen with its block. */
const POLL_INTERVAL_MS = 200

/**
 * Parses the configuration. An empty variable counts as absent.
 *
 * @throws {InvalidConfigError} naming every invalid variable.
 */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): BundlerConfig {
  const vars = parseSettings(SETTINGS, env, sameTokens)
  return {
    http: { host: vars.BULLRING_HOST, port: vars.PORT },
    databaseUrl: vars.BUNDLER_DATABASE_URL,
    chain: { id: vars.CHAIN_ID, rpcUrls: vars.RPC_URL },
    relayerKey: vars.BUNDLER_RELAYER_PRIVATE_KEY,
    callerTokens: {
      custody: vars.BUNDLER_CUSTODY_TOKEN,
      wallet: vars.BUNDLER_WALLET_TOKEN ?? null,
    },
    maxGasPrice: BigInt(vars.BUNDLER_MAX_GAS_PRICE_GWEI) * GWEI,
    replaceAfterSeconds: REPLACE_AFTER_SECONDS,
    pollIntervalMs: POLL_INTERVAL_MS,
    callsPerMinute: callsPerMinute(vars.CHAIN_ID),
    sponsorship: {
      methods: new Set(vars.BUNDLER_SPONSORED_METHODS),
      budgets: budgetsOf(vars.BUNDLER_BUDGET_PER_DAY),
    },
    minBalance: leastBalance(vars.BUNDLER_BUDGET_PER_DAY),
    metricsToken: vars.METRICS_TOKEN ?? null,
    logLevel: vars.LOG_LEVEL,
  }
}
