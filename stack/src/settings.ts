import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { addressFileOf } from '@bullring/contracts/address-file'
import {
  parseSettings as parseVariables,
  type Settings,
  type Values,
} from '@bullring/server/config/define-settings'
import { DatabaseUrl, NodeUrls, WebUrl, wholeNumber } from '@bullring/server/config/env-fields'
import { InvalidConfigError } from '@bullring/server/config/errors'
import { ContractAddress, MarketKindField } from '@bullring/server/config/market-fields'
import {
  BULLRING_HOST,
  BUNDLER_URL,
  CHAIN_ID,
  DATABASE_URL,
  MARKET_KIND,
  PORT,
  PREDICTION_ADDRESS,
  RPC_URL,
  START_BLOCK,
} from '@bullring/server/config/shared-settings'
import { findPublicChain } from '@bullring/wire/chain/public-chain'
import type { Address } from 'viem'
import * as z from 'zod'
import { BACKUP_SETTINGS, type BackupSettings } from './backup/backup-settings.ts'
import { KEEPER_DATABASE_URL } from './database/keeper-database.ts'
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
  /** URL by which a separate keeper reaches the bundled PostgreSQL; null for none. */
  keeperDatabaseUrl: URL | null
  /** Null where the bundled PostgreSQL is not backed up. */
  backups: BackupSettings | null
  isFresh: boolean
  /** Whether the embedded wallet runs; `auto` for a local chain, and where its addresses are set. */
  embeddedWallet: 'on' | 'off' | 'auto'
  /** Whether the relay runs; `auto` for a local chain. */
  relay: 'on' | 'off' | 'auto'
  /** A hosted bundler in place of ours; null for ours, where there is one. */
  bundlerUrl: string | null
  /** Passed on to the services: GAME_*, WALLET_*, CUSTODY_*, VAULT_*, BUNDLER_*, RELAY_*, and what several of them read. */
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
        /** Nodes, comma-separated as the services expect them. */
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
export const MARKET_CHAIN_IDS: readonly number[] = [56, 97]

/** Needs no key. */
const DEFAULT_TICKER = 'https://api.binance.com/api/v3/ticker/price?symbol={symbol}USDT'

const Choice = z.enum(['on', 'off', 'auto'], 'must be on, off or auto')

/** Settings of `npm start`, and those of services that it reads too. */
export const SETTINGS = {
  PORT: { ...PORT, kind: wholeNumber(1, 65_535).default(3_000) },
  BULLRING_HOST,
  DATA_DIR: {
    kind: z.string().optional(),
    text: 'where chain and database are stored between runs',
    usual: '`.data`, as root `/var/lib/bullring/<checkout>`',
    purpose: 'Start',
  },
  DATABASE_URL: { ...DATABASE_URL, kind: DatabaseUrl.optional() },
  ...BACKUP_SETTINGS,
  KEEPER_DATABASE_URL,
  CHAIN_ID: { ...CHAIN_ID, kind: wholeNumber(1, Number.MAX_SAFE_INTEGER).default(31_337) },
  RPC_URL: { ...RPC_URL, kind: NodeUrls.optional() },
  PREDICTION_ADDRESS: { ...PREDICTION_ADDRESS, kind: ContractAddress.optional() },
  MARKET_KIND: { ...MARKET_KIND, kind: MarketKindField.default('bullring') },
  START_BLOCK: { ...START_BLOCK, kind: wholeNumber(0, Number.MAX_SAFE_INTEGER).optional() },
  MARKET_FILE: {
    kind: z.string().optional(),
    text: 'where `npm run deploy -- --send` writes the market, and `npm start` reads it',
    usual: '`contracts/addresses/<CHAIN_ID>.json`',
  },
  ROUND_SECONDS: {
    kind: wholeNumber(10, 86_400).default(60),
    text: 'length of a round on a new local chain, 10 to 86,400',
  },
  LOCAL_MARKETS: {
    kind: z.enum(['BNB', 'BNB,BTC'], 'must be BNB or BNB,BTC').default('BNB,BTC'),
    text: 'markets of a local chain: `BNB` replays recorded rounds, `BTC` generated ones; a chain that began without `BTC` stays without it',
  },
  PRICE_SOURCE: {
    kind: z.string().refine(isPriceSource, 'must be replay, live or a URL').default('replay'),
    text: 'where the oracle of a local chain has its prices from: `replay` plays recorded rounds, `live` asks Binance every 3 s, and a URL another exchange: its ticker, in which `{symbol}` stands for `BNB` or `BTC`, and whose JSON has the price in dollars as a decimal text, `price`. While it does not respond, rounds have no price, and stakes come back. Stakes of traders stay recorded ones',
  },
  EMBEDDED_WALLET: {
    kind: Choice.default('auto'),
    text: 'login by email and social account: `off` leaves it out (pages then show the one of `CUSTODY_PUBLIC_URL`, if it is set); `auto` starts it on a local chain for visitors on this machine, and elsewhere once `CUSTODY_PUBLIC_URL` and `VAULT_PUBLIC_URL` are set; `on` refuses to start without them. It listens on the three ports after `PORT`: wallet page, vault, and on a local chain the mailbox page',
    purpose: 'Login',
  },
  BUNDLER_URL,
  RELAY: {
    kind: Choice.default('auto'),
    text: 'relay of WalletConnect at `/relay`, by which apps and wallets on other devices connect: `on`, `off`, or `auto` for a local chain only. Elsewhere it needs `GAME_PUBLIC_URL` or `RELAY_AUDIENCES`',
    purpose: 'Wallets',
  },
  RELAY_PORT: {
    kind: wholeNumber(0, 65_535).optional(),
    text: 'port of the relay that `npm start` runs, for a proxy that passes `/relay` to it',
    usual: 'a free one',
  },
  WALLET_PORT: {
    kind: wholeNumber(0, 65_535).optional(),
    text: "port of the wallet service that `npm start` runs, for a proxy that publishes it [for other people's apps](#for-other-peoples-apps)",
    usual: 'a free one',
  },
} as const satisfies Settings

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
  const vars = variablesOf(set)
  return {
    host: vars.BULLRING_HOST,
    port: vars.PORT,
    warnings: [
      ...foreign.map(ignoredText),
      ...hostWarnings(set, vars.BULLRING_HOST),
      ...backupWarnings(vars),
    ],
    dataDir: vars.DATA_DIR ?? defaultDataDir(),
    databaseUrl: vars.DATABASE_URL ?? null,
    keeperDatabaseUrl: vars.KEEPER_DATABASE_URL ?? null,
    backups: backupsOf(vars),
    isFresh: args.includes('--fresh'),
    embeddedWallet: vars.EMBEDDED_WALLET,
    relay: vars.RELAY,
    bundlerUrl: vars.BUNDLER_URL ?? null,
    serviceEnv: serviceVariables(set),
    chain: chainOf(vars, set),
  }
}

/** @throws {StackError} */
function variablesOf(set: Env): Values<typeof SETTINGS> {
  try {
    return parseVariables(SETTINGS, set)
  } catch (error) {
    if (error instanceof InvalidConfigError) throw new StackError(error.message)
    throw error
  }
}

function isPriceSource(text: string): boolean {
  return text === 'replay' || text === 'live' || WebUrl.safeParse(text).success
}

function tickerUrlOf(source: string): string | null {
  if (source === 'replay') return null
  return source === 'live' ? DEFAULT_TICKER : source
}

function ignoredText(name: string): string {
  return `${name} is ignored: its value is not meant for Bullring, see docs/configuration.md`
}

/** conda, tcsh and others set HOST, which widened what earlier versions listened on. */
function hostWarnings({ HOST }: Env, host: string): string[] {
  if (HOST === undefined || HOST === host) return []
  return [`HOST is ignored: BULLRING_HOST is the address to listen on`]
}

/** What a local chain has is lost with it, and a server elsewhere has backups there. */
function backupsOf(vars: Values<typeof SETTINGS>): BackupSettings | null {
  const { BACKUP_DIR: folder, BACKUP_KEY: key } = vars
  if (folder === undefined || !hasBackups(vars)) return null
  if (key === undefined)
    throw new StackError('BACKUP_DIR needs BACKUP_KEY, which npm run setup makes.')
  return { folder, key }
}

function backupWarnings(vars: Values<typeof SETTINGS>): string[] {
  if (vars.BACKUP_DIR === undefined || hasBackups(vars)) return []
  return ['BACKUP_DIR is ignored: it is for the bundled PostgreSQL with a public chain']
}

function hasBackups({ DATABASE_URL: url, CHAIN_ID: id }: Values<typeof SETTINGS>): boolean {
  return url === undefined && MARKET_CHAIN_IDS.includes(id)
}

function chainOf(vars: Values<typeof SETTINGS>, set: Env): StackSettings['chain'] {
  const { CHAIN_ID: id, RPC_URL: rpcUrls, PREDICTION_ADDRESS: prediction } = vars
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
      hasExchange: true,
      tickerUrl: tickerUrlOf(vars.PRICE_SOURCE),
    }
  }
  if (rpcUrls === undefined) {
    throw new StackError(`Chain ${id} is a public chain: set RPC_URL to one of its nodes.`)
  }
  const { START_BLOCK, MARKET_KIND: marketKind } = vars
  if (marketKind !== 'bullring' && prediction === undefined && !set['GAME_MARKETS']) {
    throw new StackError(`Set PREDICTION_ADDRESS to the ${marketKind} contract.`)
  }
  const startBlock = START_BLOCK ?? null
  return {
    kind: 'public',
    id,
    rpcUrl: rpcUrls.join(','),
    prediction: prediction ?? null,
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
  const names = ['PREDICTION_ADDRESS', 'GAME_MARKETS']
  const name = names.find((each) => set[each] !== undefined)
  if (name === undefined) return
  throw new StackError(
    `${name} names contracts of a public chain: set CHAIN_ID to the chain and RPC_URL to one of its nodes. A local chain deploys its own contracts: leave ${name} unset for it.`,
  )
}

/** Variables of one service or of several. */
const OF_SERVICES =
  /^(?:(?:GAME|WALLET|CUSTODY|VAULT|BUNDLER|RELAY|OTEL)_.*|BRAND_FILE|LOG_LEVEL|MAIL_FROM|MAIL_URL|METRICS_TOKEN|OPERATOR_SERVICES|OPERATOR_TOKEN|RATE_LIMIT_PER_MINUTE|TELEGRAM_BOT|TRUST_PROXY)$/

/** Returns the variables of `env` that belong to the services. */
export function serviceVariables(env: Env): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      OF_SERVICES.test(name) && value !== undefined ? [[name, value]] : [],
    ),
  )
}

/** Outside root's home for root: PostgreSQL then runs as another user, who cannot reach it. */
function defaultDataDir(): string {
  if (process.getuid?.() !== 0) return join(repositoryRoot, '.data')
  const checkout = createHash('sha256').update(repositoryRoot).digest('hex').slice(0, 8)
  return `/var/lib/bullring/${checkout}`
}
