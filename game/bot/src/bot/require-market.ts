import type { AppConfig, MarketConfig } from '@bullring/game-api/config'
import { BotMarketError } from '../errors.ts'

/**
 * Returns a market in which a bot can bet.
 *
 * @throws {BotMarketError}
 */
export function requireMarket(config: AppConfig, symbol: string): MarketConfig {
  const market = Object.hasOwn(config.markets, symbol) ? config.markets[symbol] : undefined
  if (market === undefined) throw new BotMarketError(`The installation has no market ${symbol}.`)
  if (market.kind !== 'bullring')
    throw new BotMarketError(`The contract of ${symbol} refuses smart accounts, and so bots.`)
  return market
}
