import type { Logger } from 'pino'
import type { GameConfig } from '../../config.ts'
import type { MarketConfig } from '../../market-config.ts'
import { tickFrame } from '../../stream/clients/frames.ts'
import { followTicker } from '../../ticker/follow-ticker.ts'
import type { Market } from '../markets/market.ts'
import type { Loop } from './loop.ts'

type TickDeps = Pick<Market, 'live' | 'now'> & {
  config: Pick<GameConfig, 'tickerUrl' | 'roles'>
  market: Pick<MarketConfig, 'symbol'>
  log: Logger
}

/** Sends the visitors of a market the price of the operator's ticker, where there is one. */
export function tickLoops({ config, market, live, now, log }: TickDeps): Loop[] {
  const { tickerUrl: url, roles } = config
  if (url === null || !roles.has('stream')) return []
  const ticker = {
    url,
    symbol: market.symbol,
    isWatched: () => live.hub.size > 0,
    send: (price: bigint) => live.hub.sendNow(tickFrame(price, now())),
    log,
  }
  return [(signal) => followTicker(ticker, signal)]
}
