import type { PRICE_SOURCES } from '@bullring/game-api/config'
import type { PresentEnv } from '@bullring/server/config/parse-env'
import type { MarketKind } from '@bullring/wire/chain/market-kind'
import { MARKET_KINDS } from '@bullring/wire/chain/market-kind'
import { ALL_MARKETS, DEFAULT_SYMBOL } from '@bullring/wire/fields'
import type { Address } from 'viem'
import { getAddress, isAddress } from 'viem'
import * as z from 'zod'

/** A market to index and serve. */
export type MarketConfig = {
  symbol: string
  kind: MarketKind
  predictionAddress: Address
  startBlock: number
  /** Schema of its tables; null for the default market's, which has the tables of accounts too. */
  schema: string | null
  prices: (typeof PRICE_SOURCES)[number]
}

const FORMAT =
  'must list markets as SYMBOL=ADDRESS or SYMBOL=ADDRESS@START_BLOCK, such as BNB=0x1234...@41000000,BTC=0x5678...@45000000'

/** `[kind:]address[@start block]`. */
const ENTRY = /^([A-Z][A-Z0-9]{0,15})=(?:([a-z0-9-]+):)?(0x[0-9a-fA-F]{40})(?:@(\d{1,15}))?$/

export const MarketKindField = z.enum(MARKET_KINDS, `must be ${MARKET_KINDS.join(' or ')}`)

export const MarketSymbol = z.string().regex(/^[A-Z][A-Z0-9]{0,15}$/, 'must list symbols')

export const ContractAddress = z
  .string()
  .refine((value) => isAddress(value, { strict: false }), 'must be an address')
  .transform((value) => getAddress(value))

type Entry = {
  symbol: string
  kind: MarketKind | null
  address: Address
  startBlock: number | null
}

/** GAME_MARKETS: at least one market, no symbol and no contract twice. */
export const MarketList = z.string().transform((text, context): [Entry, ...Entry[]] => {
  const entries = text.split(',').map((part) => toEntry(part.trim()))
  const [first, ...others] = entries.filter((entry) => entry !== null)
  const problem =
    first === undefined || entries.includes(null) ? FORMAT : repetition([first, ...others])
  if (first !== undefined && problem === null) return [first, ...others]
  context.addIssue({ code: 'custom', message: problem ?? FORMAT })
  return z.NEVER
})

function toEntry(text: string): Entry | null {
  const [, symbol, kind, address, startBlock] = ENTRY.exec(text) ?? []
  if (symbol === undefined || address === undefined || symbol === ALL_MARKETS) return null
  const known = MARKET_KINDS.find((name) => name === kind) ?? null
  if (kind !== undefined && known === null) return null
  return {
    symbol,
    kind: known,
    address: getAddress(address),
    startBlock: startBlock === undefined ? null : Number(startBlock),
  }
}

function repetition(entries: readonly Entry[]): string | null {
  const hasEqual = (key: 'symbol' | 'address') =>
    new Set(entries.map((entry) => entry[key])).size < entries.length
  if (hasEqual('symbol')) return 'names a symbol twice'
  return hasEqual('address') ? 'names a contract twice' : null
}

/** Finds contradictions between the variables of markets, and with a keeper. */
export function marketIssues(env: PresentEnv): string[] {
  const list = env['GAME_MARKETS']
  const single = env['GAME_PREDICTION_ADDRESS']
  if (list === undefined && single === undefined) return ['GAME_PREDICTION_ADDRESS is missing']
  const issues: string[] = []
  if (list !== undefined && single !== undefined) {
    issues.push('GAME_MARKETS and GAME_PREDICTION_ADDRESS both name the market: set one of them')
  }
  const kinds = MarketList.safeParse(list).data?.map(({ kind }) => kind ?? env['GAME_MARKET_KIND'])
  const hasOwnOperator = (kinds ?? [env['GAME_MARKET_KIND']]).every((kind) => kind === 'pancake-v2')
  if (hasOwnOperator && env['GAME_KEEPER_PRIVATE_KEY'] !== undefined) {
    issues.push(
      'GAME_KEEPER_PRIVATE_KEY cannot be used with pancake-v2, whose rounds its operator settles',
    )
  }
  return issues
}

type MarketVariables = {
  GAME_MARKETS?: [Entry, ...Entry[]] | undefined
  GAME_PREDICTION_ADDRESS?: Address | undefined
  GAME_MARKET_KIND: MarketKind
  GAME_START_BLOCK: number
  GAME_REPLAYED_PRICES: boolean
  GAME_GENERATED_PRICES: readonly string[]
}

/** Returns the markets; the one of GAME_PREDICTION_ADDRESS is `BNB`. */
export function marketsOf(vars: MarketVariables): [MarketConfig, ...MarketConfig[]] {
  const toConfig = ({ symbol, kind, address, startBlock }: Entry): MarketConfig => ({
    symbol,
    kind: kind ?? vars.GAME_MARKET_KIND,
    predictionAddress: address,
    startBlock: startBlock ?? vars.GAME_START_BLOCK,
    schema: symbol === DEFAULT_SYMBOL ? null : `market_${symbol.toLowerCase()}`,
    prices: pricesOf(symbol, vars),
  })
  const address = vars.GAME_PREDICTION_ADDRESS ?? '0x'
  const only: Entry = { symbol: DEFAULT_SYMBOL, kind: null, address, startBlock: null }
  const [first, ...others] = vars.GAME_MARKETS ?? [only]
  return [toConfig(first), ...others.map(toConfig)]
}

function pricesOf(symbol: string, vars: MarketVariables): MarketConfig['prices'] {
  if (vars.GAME_GENERATED_PRICES.includes(symbol)) return 'generated'
  return vars.GAME_REPLAYED_PRICES ? 'replayed' : 'oracle'
}
