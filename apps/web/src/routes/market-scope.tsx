import { QueryClientProvider } from '@tanstack/react-query'
import { Fragment, type ReactNode, startTransition, useEffect, useState } from 'react'
import { useAppConfig } from '#api/app-config.ts'
import { GameApiContext } from '#api/game-api.ts'
import { MarketContext, symbolOf } from '#api/market-config.ts'
import type { MarketClient } from '#data/market-clients.ts'

type MarketScopeProps = { clients: (symbol: string) => MarketClient; children: ReactNode }

/**
 * Gives the page the market that its address selects. Another market mounts the page again, so that no state of one
 * appears in the other.
 */
export function MarketScope({ clients, children }: MarketScopeProps) {
  const symbol = useAddressedMarket()
  const { api, client } = clients(symbol)
  return (
    <MarketContext value={symbol}>
      <QueryClientProvider client={client}>
        <GameApiContext value={api}>
          <Fragment key={symbol}>{children}</Fragment>
        </GameApiContext>
      </QueryClientProvider>
    </MarketContext>
  )
}

function useAddressedMarket(): string {
  const { markets } = useAppConfig()
  const [symbol, setSymbol] = useState(() => symbolOf(window.location.search, markets))
  useEffect(() => {
    const follow = () => startTransition(() => setSymbol(symbolOf(window.location.search, markets)))
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [markets])
  return symbol
}
