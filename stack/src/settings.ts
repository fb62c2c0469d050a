import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { addressFileOf } from '@bullring/contracts/address-file'
import { MARKET_KINDS } from '@bullring/wire/chain/market-kind'
import { findPublicChain } from '@bullring/wire/chain/public-chain'
import type { Address } from 'viem'
import * as z from 'zod/mini'
import { StackError } from './errors.ts'
import { foreignValues } from './foreign-values.ts'
import { repositoryRoot } from './repository-root.ts'

/** Settings of `npm start`; see docs/configuration.md. */
export type StackSettings = {
  host: string
  port: number
  /** Sentences about variables that were ignored. */
  warnings: readonly string[]
  dataDir: string
  /** Null for the bundled PostgreSQL. */
  databaseUrl: string | null
  isFresh: boolean
  /** Whether the embedded wallet runs; `auto` for a local chain, and where its addresses are set. */
  embeddedWallet: 'on' | 'off' | 'auto'
  /** Whether the relay runs; `auto` for a local chain. */
  relay: 'on' | 'off' | 'auto'
  /** A hosted bundler in place of ours; null for ours, where there is one. */
  bundlerUrl: string | null
  /** Passed on to the services: GAME_*, WALLET_*, CUSTODY_*, VAULT_*, BUNDLER_* and RELAY_*. */
  serviceEnv: Readonly<Record<string, string>>
  chain:
    | {
        kind: 'local'
        id: number
        roundSeconds: number
        /** Whether there is a second market, with generated prices. */
        hasBtc: boolean
        /** Whether there is an exchange with tokens. */
        hasExchange: boolean
        /** Ticker whose prices the oracle reports, with `{symbol}` for the coin; null while it replays recorded ones. */
        tickerUrl: string | null
      }
    | {
        kind: 'public'
        id: number
        rpcUrl: string
        /** File with the deployed market. */
        marketFile: URL
        /** Null for the market that `npm run deploy` recorded. */
        prediction: Address | null
        /** Null for the recorded one, otherwise it is looked up on the chain. */
        startBlock: number | null
        marketKind: string
      }
}

/** Settings of the local chain. */
export type LocalChainSettings = Extract<StackSettings['chain'], { kind: 'local' }>

type Env = Readonly<Record<string, string | undefined>>

/** The public chains that `npm start` knows the markets of: BNB Smart Chain and its testnet. */
const MARKET_CHAIN_IDS: readonly number[] = [56, 97]

/** Needs no key. */
const DEFAULT_TICKER = 'https://api.binance.com/api/v3/ticker/price?symbol={symbol}USDT'

const Variables = z.object({
  PORT: whole(1, 65_535, 3_000),
  BULLRING_HOST: z._default(z.string(), '127.0.0.1'),
  ROUND_SECONDS: whole(10, 86_400, 60),
  LOCAL_MARKETS: z._default(z.enum(['BNB', 'BNB,BTC'], 'must be BNB or BNB,BTC'), 'BNB,BTC'),
  LOCAL_EXCHANGE: z._default(z.enum(['true', 'false'], 'must be true or false'), 'true'),
  PRICE_SOURCE: z._default(z.enum(['replay', 'live'], 'must be replay or live'), 'replay'),
  PRICE_URL: z._default(z.url({ protocol: /^https?$/, error: 'must be a URL' }), DEFAULT_TICKER),
  EMBEDDED_WALLET: z._default(z.enum(['on', 'off', 'auto'], 'must be on, off or auto'), 'auto'),
  RELAY: z._default(z.enum(['on', 'off', 'auto'], 'must be on, off or auto'), 'auto'),
  BUNDLER_URL: z.optional(z.url('must be a URL')),
  CHAIN_ID: whole(1, Number.MAX_SAFE_INTEGER, 31_337),
  DATABASE_URL: z.optional(
    z.string().check(z.regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')),
  ),
  DATA_DIR: z.optional(z.string()),
  RPC_URL: z.optional(z.url('must be a URL')),
  PREDICTION_ADDRESS: z.optional(
    z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address')),
  ),
  MARKET_KIND: z._default(z.enum(MARKET_KINDS, `must be ${MARKET_KINDS.join(' or ')}`), 'bullring'),
  MARKET_FILE: z.optional(z.string()),
  START_BLOCK: z.optional(wholeNumber(0, Number.MAX_SAFE_INTEGER)),
})

/**
 * Parses the environment and the command line.
 *
 * @throws {StackError} naming every invalid variable, but no values.
 */
export function parseSettings(env: Env, args: readonly string[]): StackSettings {
  const unknown = args.find((arg) => arg !== '--fresh')
  if (unknown !== undefined) {
    throw new StackError(`Unknown option "${unknown}": the only one is --fresh.`)
  }
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const foreign = foreignValues(given)
  const set = Object.fromEntries(Object.entries(given).filter(([name]) => !foreign.includes(name)))
  const result = z.safeParse(Variables, set)
  if (!result.success) {
    const issues = result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
    throw new StackError(`Invalid environment: ${issues.join('; ')}.`)
  }
  const vars = result.data
  return {
    host: vars.BULLRING_HOST,
    port: vars.PORT,
    warnings: [...foreign.map(ignoredText), ...hostWarnings(set, vars.BULLRING_HOST)],
    dataDir: vars.DATA_DIR ?? defaultDataDir(),
    databaseUrl: vars.DATABASE_URL ?? null,
    isFresh: args.includes('--fresh'),
    embeddedWallet: vars.EMBEDDED_WALLET,
    relay: vars.RELAY,
    bundlerUrl: vars.BUNDLER_URL ?? null,
    serviceEnv: serviceVariables(env),
    chain: chainOf(vars, set),
  }
}

function ignoredText(name: string): string {
  return `${name} is ignored: its value is not meant for Bullring, see docs/configuration.md`
}

/** conda, tcsh and others set HOST, which widened what earlier versions listened on. */
function hostWarnings({ HOST }: Env, host: string): string[] {
  if (HOST === undefined || HOST === host) return []
  return [`HOST is ignored: BULLRING_HOST is the address to listen on`]
}

function chainOf(vars: z.infer<typeof Variables>, set: Env): StackSettings['chain'] {
  const { CHAIN_ID: id, RPC_URL: rpcUrl, PREDICTION_ADDRESS: prediction } = vars
  if (!MARKET_CHAIN_IDS.includes(id)) {
    requireLocalId(id)
    if (vars.MARKET_KIND !== 'bullring') {
      throw new StackError(
        `The local chain has no ${vars.MARKET_KIND} market: set CHAIN_ID to a public chain, RPC_URL to one of its nodes and PREDICTION_ADDRESS to the contract.`,
      )
    }
    refusePublicMarkets(set)
    return {
      kind: 'local',
      id,
      roundSeconds: vars.ROUND_SECONDS,
      hasBtc: vars.LOCAL_MARKETS === 'BNB,BTC',
      hasExchange: vars.LOCAL_EXCHANGE === 'true',
      tickerUrl: vars.PRICE_SOURCE === 'live' ? vars.PRICE_URL : null,
    }
  }
  if (rpcUrl === undefined) {
    throw new StackError(`Chain ${id} is a public chain: set RPC_URL to one of its nodes.`)
  }
  if (set['GAME_PREDICTION_ADDRESS'] && !set['GAME_MARKETS']) {
    throw new StackError('Set PREDICTION_ADDRESS instead of GAME_PREDICTION_ADDRESS.')
  }
  const { START_BLOCK, MARKET_KIND: marketKind } = vars
  if (marketKind !== 'bullring' && prediction === undefined && !set['GAME_MARKETS']) {
    throw new StackError(`Set PREDICTION_ADDRESS to the ${marketKind} contract.`)
  }
  const startBlock = START_BLOCK ?? null
  return {
    kind: 'public',
    id,
    rpcUrl,
    prediction: (prediction as Address | undefined) ?? null,
    startBlock,
    marketKind,
    marketFile: addressFileOf(id, vars.MARKET_FILE),
  }
}

/** A local chain with the id of a public one would let visitors sign bets that are valid there too. */
function requireLocalId(id: number): void {
  const known = findPublicChain(id)
  if (known === null) return
  throw new StackError(
    `Chain ${id} is ${known.name}, a public chain: npm start runs on 56, 97 or a local chain. For a local chain, leave CHAIN_ID unset.`,
  )
}

/** Refuses contracts of a public chain: a local chain would start without them, and its pages look the same. */
function refusePublicMarkets(set: Env): void {
  const names = ['PREDICTION_ADDRESS', 'GAME_PREDICTION_ADDRESS', 'GAME_MARKETS']
  const name = names.find((each) => set[each] !== undefined)
  if (name === undefined) return
  throw new StackError(
    `${name} names contracts of a public chain: set CHAIN_ID to the chain and RPC_URL to one of its nodes. A local chain deploys its own contracts: leave ${name} unset for it.`,
  )
}

/** Returns the variables of `env` that belong to the services. */
export function serviceVariables(env: Env): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      /^(?:GAME|WALLET|CUSTODY|VAULT|BUNDLER|RELAY|OTEL)_/.test(name) && value !== undefined
        ? [[name, value]]
        : [],
    ),
  )
}

/** Outside root's home for root: PostgreSQL then runs as another user, who cannot reach it. */
function defaultDataDir(): string {
  if (process.getuid?.() !== 0) return join(repositoryRoot, '.data')
  const checkout = createHash('sha256').update(repositoryRoot).digest('hex').slice(0, 8)
  return `/var/lib/bullring/${checkout}`
}

function whole(min: number, max: number, fallback: number) {
  return z._default(wholeNumber(min, max), fallback)
}

function wholeNumber(min: number, max: number) {
  return z.pipe(
    z.string().check(z.regex(/^\d{1,15}$/, 'must be a whole number')),
    z.pipe(
      z.transform((text: string) => Number(text)),
      z
        .number()
        .check(z.minimum(min, `must be at least ${min}`), z.maximum(max, `must be at most ${max}`)),
    ),
  )
}
