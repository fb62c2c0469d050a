import type { Epoch } from '@bullring/prediction/units'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { Trade } from '#api/trade.ts'
import { balanceKeys, useWallet, useWalletBalance } from '#chain/use-wallet.ts'
import { priceKeys, useTokenPrices } from '#features/chart/use-token-prices.ts'
import { markClaimed, tradeKeys } from '#features/history/trade-queries.ts'
import { useTrades } from '#features/history/use-trades.ts'
import { useReferral } from '#features/referral/use-referral.ts'
import type { OwnBets } from '#features/rounds/own-bet.ts'
import { roundKeys } from '#features/rounds/round-queries.ts'
import { type Rounds, useRounds } from '#features/rounds/use-rounds.ts'
import { useLive } from './use-live.ts'

/** Time the index may take to see a block that the wallet has seen already. */
const INDEX_DELAY_MS = 1_500

/** Everything the main screen shows, each from its feature. To be used once. */
export function useHomeData() {
  const wallet = useWallet()
  const balance = useWalletBalance(wallet)
  const account = wallet.kind === 'connected' ? wallet.address : null
  const rounds = useRounds()
  const prices = useTokenPrices()
  const history = useTrades(account)
  const ownBets = useOwnBets(history.trades)
  useRefreshAtRoundEnd(rounds)
  useRetryOnReconnect(rounds.retry)
  useLive(account)
  useReferral(account)
  return { wallet, balance, account, rounds, prices, history, ownBets }
}

/** Refreshes what an own transaction has changed: at once, and when the index has caught up. */
export function useRefreshAfterTransaction(): () => void {
  const client = useQueryClient()
  return useCallback(() => {
    const refresh = () => {
      for (const queryKey of [roundKeys.all, tradeKeys.anyNewest, balanceKeys.all]) {
        void client.invalidateQueries({ queryKey })
      }
    }
    refresh()
    setTimeout(refresh, INDEX_DELAY_MS)
  }, [client])
}

/** The same after a claim, which may have reached back to bets that are not refreshed. */
export function useRefreshAfterClaim(): (epochs: readonly Epoch[]) => void {
  const client = useQueryClient()
  const refresh = useRefreshAfterTransaction()
  return useCallback(
    (epochs) => {
      markClaimed(client, epochs)
      refresh()
    },
    [client, refresh],
  )
}

function useOwnBets(trades: readonly Trade[]): OwnBets {
  return useMemo(() => new Map(trades.map((trade) => [trade.epoch, trade])), [trades])
}

/** A new round, or a result that has come in, changes the history and is a new price as well. */
function useRefreshAtRoundEnd({ epoch, expired, next }: Rounds) {
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

/** The browser knows of a lost or regained network before the next poll does. */
function useRetryOnReconnect(retry: () => void) {
  useEffect(() => {
    window.addEventListener('online', retry)
    window.addEventListener('offline', retry)
    return () => {
      window.removeEventListener('online', retry)
      window.removeEventListener('offline', retry)
    }
  }, [retry])
}
