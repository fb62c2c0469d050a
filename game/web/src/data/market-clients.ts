import type { AppConfig } from '@bullring/game-api/config'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { createGameApi, type GameApi } from '#api/game-api.ts'
import { defaultSymbol } from '#api/market/market-config.ts'
import { createQueryClient } from './query-client.ts'

/** API client and query cache of one market: data of another cannot appear. */
export type MarketClient = { api: GameApi; client: QueryClient }

/**
 * Creates the clients of markets, each when it is first used.
 *
 * @param client - Query cache of the app, which the default market uses.
 */
export function createMarketClients(
  { markets }: AppConfig,
  client: QueryClient,
): (symbol: string) => MarketClient {
  const clients = new Map<string, MarketClient>()
  return (symbol) => {
    const known = clients.get(symbol)
    if (known !== undefined) return known
    const isDefault = symbol === defaultSymbol(markets)
    const created = { api: createGameApi(symbol), client: isDefault ? client : createQueryClient() }
    clients.set(symbol, created)
    return created
  }
}

/** The clients of the page's markets; null where only one market is provided. */
export const MarketClientsContext = createContext<((symbol: string) => MarketClient) | null>(null)

/** Returns the client of a market; null where the page has no other. */
export function useMarketClients(): (symbol: string) => MarketClient | null {
  return use(MarketClientsContext) ?? none
}

function none(): null {
  return null
}
