import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { Fragment, type ReactNode, startTransition, useEffect, useMemo, useState } from 'react'
import { AppQueryClientContext } from '#api/app-query-client.ts'
import { GameApiContext } from '#api/game-api.ts'
import { useAppConfig } from '#api/market/app-config.ts'
import { MarketContext, symbolOf } from '#api/market/market-config.ts'
import { MarketReachContext } from '#api/market/market-reach.ts'
import { type MarketClient, MarketClientsContext } from '#data/market-clients.ts'
import { WalletModalHost } from '#features/connect/use-wallet-modal.tsx'

type MarketScopeProps = { clients: (symbol: string) => MarketClient; children: ReactNode }

/**
 * Gives the page the market that its address selects. Another market mounts the page again, so that no state of one
 * appears in the other. The wallet modal and the choice between one market and all survive that.
 */
export function MarketScope({ clients, children }: MarketScopeProps) {
  const symbol = useAddressedMarket()
  const { api, client } = clients(symbol)
  const [isOverAll, setOverAll] = useState(false)
  const reach = useMemo(() => ({ isOverAll, setOverAll }), [isOverAll])
  return (
    <AppQueryClientContext value={useQueryClient()}>
      <MarketClientsContext value={clients}>
        <MarketReachContext value={reach}>
          <MarketContext value={symbol}>
            <QueryClientProvider client={client}>
              <GameApiContext value={api}>
                <Fragment key={symbol}>{children}</Fragment>
              </GameApiContext>
            </QueryClientProvider>
          </MarketContext>
        </MarketReachContext>
      </MarketClientsContext>
      <WalletModalHost />
    </AppQueryClientContext>
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
