import { errorSummary } from '@bullring/server/error-summary'
import type { Logger } from 'pino'
import { createHoldings } from '../balances/create-holdings.ts'
import { reportFailedTokens } from '../balances/report-failed-tokens.ts'
import { createExchange, type Exchange } from '../chain/exchange.ts'
import { routersOf } from '../chain/routers.ts'
import type { ChainIdentity, RpcClient } from '../chain/rpc-client.ts'
import type { WalletConfig } from '../config.ts'
import { createPrices } from '../prices/create-prices.ts'
import { feedsOf, type PriceFeed } from '../prices/price-feeds.ts'
import { createUsableTokens, type UsableTokens } from '../tokens/check-decimals.ts'
import type { Token } from '../tokens/token.ts'
import type { UsdPrices } from '../tokens/usd.ts'
import type { ServedChain } from './served-chains.ts'

/** Minimum value of the coins in a pool that prices a token: moving the price of a smaller one is cheap. */
const POOL_FLOOR_USD = 10_000

/** A chain with its tokens, as balances, prices and swaps need it. */
export type TokenChain = {
  identity: ChainIdentity
  client: RpcClient
  tokens: UsableTokens
  exchange: Exchange
  prices: () => Promise<UsdPrices>
  holdings: ReturnType<typeof createHoldings>
}

/** Returns the served chains by id. Nothing is read before it is used. */
export function tokenChains(
  config: WalletConfig,
  chains: ReadonlyMap<number, ServedChain>,
  tokens: readonly Token[],
  log: Logger,
): ReadonlyMap<number, TokenChain> {
  const onFailedTokens = reportFailedTokens(log)
  return new Map(
    [...chains].map(([chainId, { client, identity }]) => {
      const onFailure = (message: string) => (error: unknown) =>
        log.warn({ chainId, error: errorSummary(error) }, message)
      const listed = tokens.filter((token) => token.chainId === chainId)
      const usable = createUsableTokens(client, listed, onFailedTokens)
      const exchange = createExchange(client, routersOf(chainId, config.routers.get(chainId) ?? []))
      const prices = createPrices({
        client,
        exchange,
        tokens: usable,
        feeds: feedsOf(chainId, feeds(config, chainId)),
        poolFloorUsd: POOL_FLOOR_USD,
        onFailure: onFailure('prices not renewed'),
      })
      const holdings = createHoldings({
        client,
        tokens: usable,
        onFailedTokens,
        onFailure: onFailure('balances not renewed'),
      })
      return [chainId, { identity, client, tokens: usable, exchange, prices, holdings }]
    }),
  )
}

function feeds({ priceFeeds }: WalletConfig, chainId: number): readonly PriceFeed[] {
  return priceFeeds
    .filter((each) => each.chainId === chainId)
    .map(({ token, feed }) => ({ token, feed, description: null }))
}
