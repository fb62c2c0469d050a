import { ALL_MARKETS } from '@bullring/wire/fields'
import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { GameApiContext, useGameApi } from '#api/game-api.ts'
import { useMarketReach } from '#api/market-reach.ts'
import { useMarketClients } from '#data/market-clients.ts'

/** Lets the parts below read the market of the page or all markets, as the visitor has chosen. */
export function ReachedMarkets({ children }: { children: ReactNode }) {
  const { isOverAll } = useMarketReach()
  const own = { client: useQueryClient(), api: useGameApi() }
  const clients = useMarketClients()
  const { client, api } = (isOverAll ? clients(ALL_MARKETS) : null) ?? own
  return (
    <QueryClientProvider client={client}>
      <GameApiContext value={api}>{children}</GameApiContext>
    </QueryClientProvider>
  )
}
