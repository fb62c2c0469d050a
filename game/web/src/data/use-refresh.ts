import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { useAppConfig } from '#api/market/app-config.ts'
import { tradeKey } from '#api/trade/trade.ts'
import { balanceKeys } from '#chain/wallet/use-wallet.ts'
import { priceKeys } from '#features/chart/use-token-prices.ts'
import type { ClaimedRounds } from '#features/claim/use-claim.ts'
import { markClaimed, tradeKeys } from '#features/history/trade-queries.ts'
import { roundKeys } from '#features/rounds/round-queries.ts'
import type { Rounds } from '#features/rounds/use-rounds.ts'
import { useMarketClients } from './market-clients.ts'

/** Time the index needs for a block that the wallet has already seen. */
const INDEX_DELAY_MS = 1_500

/**
 * Refetches the data that the visitor's transaction changes: at once, and after the index has caught up. The page may
 * show another market by then.
 */
export function useRefreshAfterTransaction(): () => void {
  const caches = useMarketCaches()
  return useCallback(() => {
    const refresh = () => {
      for (const cache of caches()) {
        for (const queryKey of [roundKeys.all, tradeKeys.anyNewest, balanceKeys.all]) {
          void cache.invalidateQueries({ queryKey })
        }
      }
    }
    refresh()
    setTimeout(refresh, INDEX_DELAY_MS)
  }, [caches])
}

/** Refreshes after a claim, which may include older bets that are not refetched. */
export function useRefreshAfterClaim(): (claim: ClaimedRounds) => void {
  const caches = useMarketCaches()
  const refresh = useRefreshAfterTransaction()
  return useCallback(
    ({ account, symbol, epochs }) => {
      const claimed = epochs.map((epoch) => tradeKey({ symbol, epoch }))
      for (const cache of caches()) markClaimed(cache, account, claimed)
      refresh()
    },
    [caches, refresh],
  )
}

/** Returns the caches of all markets: each may hold the history of all. */
function useMarketCaches(): () => ReadonlySet<QueryClient> {
  const client = useQueryClient()
  const clients = useMarketClients()
  const { markets } = useAppConfig()
  return useCallback(
    () => new Set(Object.keys(markets).map((symbol) => clients(symbol)?.client ?? client)),
    [client, clients, markets],
  )
}

/** Refetches history and prices when a round opens or a result arrives. */
export function useRefreshAtRoundEnd({ epoch, expired, next }: Rounds): void {
  const client = useQueryClient()
  const result = expired.kind === 'ready' ? expired.round.state.kind : expired.kind
  const isKnown = next.kind === 'ready' && result !== 'loading'
  const stage = isKnown ? `${epoch} ${result}` : null
  const seen = useRef<string | null>(null)
  useEffect(() => {
    const hasMovedOn = seen.current !== null && stage !== null && seen.current !== stage
    seen.current = stage ?? seen.current
    if (!hasMovedOn) return
    void client.invalidateQueries({ queryKey: tradeKeys.anyNewest })
    void client.invalidateQueries({ queryKey: priceKeys.points })
  }, [client, stage])
}

/** Retries as soon as the browser reports that the network was lost or is back. */
export function useRetryOnReconnect(retry: () => void): void {
  useEffect(() => {
    window.addEventListener('online', retry)
    window.addEventListener('offline', retry)
    return () => {
      window.removeEventListener('online', retry)
      window.removeEventListener('offline', retry)
    }
  }, [retry])
}

/** Interval at which a hidden page with an open bet is refreshed: its title says how the bet stands. */
const HIDDEN_REFRESH_MS = 15_000

/** Refetches prices and rounds of a hidden page, which has neither live events nor polling. */
export function useHiddenRefresh(isNeeded: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!isNeeded) return
    const timer = setInterval(() => {
      if (!document.hidden) return
      for (const queryKey of [priceKeys.points, roundKeys.all]) {
        void client.invalidateQueries({ queryKey })
      }
    }, HIDDEN_REFRESH_MS)
    return () => clearInterval(timer)
  }, [client, isNeeded])
}
