import type { PRICE_SOURCES } from '@bullring/game-api/config'
import { listOf } from '@bullring/server/config/env-fields'
import { type MarketEntry, MarketList } from '@bullring/server/config/market-fields'
import type { PresentEnv } from '@bullring/server/config/parse-env'
import type { MarketKind } from '@bullring/wire/chain/market-kind'
import { DEFAULT_SYMBOL } from '@bullring/wire/fields'
import type { Address } from 'viem'
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

/** `GAME_PRICES`: markets whose prices are made up. */
export const PriceList = listOf(
  z
    .string()
    .regex(
      /^[A-Z][A-Z0-9]{0,15}=(?:replayed|generated)$/,
      'must be a list such as BNB=replayed,BTC=generated',
    ),
)

/** Whether the rounds of all markets are settled by operators of their contracts, so that a keeper has nothing to do. */
export function hasForeignOperators(env: PresentEnv): boolean {
  const list = MarketList.safeParse(env['GAME_MARKETS'])
  const kinds = list.data?.map(({ kind }) => kind ?? env['MARKET_KIND'])
  return (kinds ?? [env['MARKET_KIND']]).every((kind) => kind === 'pancake-v2')
}

/** Finds contradictions between the variables of markets, and with a keeper. */
export function marketIssues(env: PresentEnv): string[] {
  const list = env['GAME_MARKETS']
  const single = env['PREDICTION_ADDRESS']
  if (list === undefined && single === undefined) return ['PREDICTION_ADDRESS is missing']
  const issues: string[] = []
  if (list !== undefined && single !== undefined) {
    issues.push('GAME_MARKETS and PREDICTION_ADDRESS both name the market: set one of them')
  }
  if (hasForeignOperators(env) && env['GAME_KEEPER_PRIVATE_KEY'] !== undefined) {
    issues.push(
      'GAME_KEEPER_PRIVATE_KEY cannot be used with pancake-v2, whose rounds its operator settles',
    )
  }
  return issues
}

type MarketVariables = {
  GAME_MARKETS?: [MarketEntry, ...MarketEntry[]] | undefined
  PREDICTION_ADDRESS?: Address | undefined
  MARKET_KIND: MarketKind
  START_BLOCK: number
  GAME_PRICES: readonly string[]
}

/** Returns the markets; the one of PREDICTION_ADDRESS is `BNB`. */
export function marketsOf(vars: MarketVariables): [MarketConfig, ...MarketConfig[]] {
  const toConfig = ({ symbol, kind, address, startBlock }: MarketEntry): MarketConfig => ({
    symbol,
    kind: kind ?? vars.MARKET_KIND,
    predictionAddress: address,
    startBlock: startBlock ?? vars.START_BLOCK,
    schema: symbol === DEFAULT_SYMBOL ? null : `market_${symbol.toLowerCase()}`,
    prices: pricesOf(symbol, vars),
  })
  const address = vars.PREDICTION_ADDRESS ?? '0x'
  const only: MarketEntry = { symbol: DEFAULT_SYMBOL, kind: null, address, startBlock: null }
  const [first, ...others] = vars.GAME_MARKETS ?? [only]
  return [toConfig(first), ...others.map(toConfig)]
}

function pricesOf(symbol: string, vars: MarketVariables): MarketConfig['prices'] {
  if (vars.GAME_PRICES.includes(`${symbol}=generated`)) return 'generated'
  return vars.GAME_PRICES.includes(`${symbol}=replayed`) ? 'replayed' : 'oracle'
}
