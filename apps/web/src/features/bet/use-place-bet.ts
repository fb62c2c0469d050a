import { MIN_PRESET_WEI } from '@bullring/prediction/bet-amount'
import type { Epoch } from '@bullring/prediction/units'
import { useIsMutating, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Address, Hash } from 'viem'
import { useConfig } from 'wagmi'
import { useMarketKind } from '#api/market-rules.ts'
import { loadContract } from '#chain/load-contract.ts'
import type { BetTerms, NewBet } from '#chain/prediction-contract.ts'
import { useMarket } from '#chain/use-market.ts'

const TERMS_REFRESH_MS = 10_000

const betKeys = {
  terms: (account: Address) => ['bet', 'terms', account] as const,
  paused: ['bet', 'paused'] as const,
  place: (account: Address | null, epoch: Epoch | null) =>
    ['bet', 'place', account, `${epoch}`] as const,
}

type PlaceBetHandlers = {
  onSuccess: (bet: NewBet) => void
  onError: (error: Error, bet: NewBet) => Promise<void>
}

/** Sends an account's bet on a round; pending until it is mined. */
export function usePlaceBet(
  account: Address,
  epoch: Epoch,
  { onSuccess, onError }: PlaceBetHandlers,
) {
  const config = useConfig()
  const market = useMarket()
  const [isSent, setSent] = useState(false)
  const { mutate, isPending } = useMutation<Hash, Error, NewBet>({
    mutationKey: betKeys.place(account, epoch),
    mutationFn: async (bet) => {
      setSent(false)
      const { placeBet } = await loadContract()
      return placeBet(config, market, bet, () => setSent(true))
    },
    onSuccess: (_hash, bet) => onSuccess(bet),
    onError,
  })
  // isSent: signed in the wallet, not mined yet.
  return { mutate, isPending, isSent }
}

/** Whether a bet of the account on a round is pending, with its dialog open or closed. */
export function useIsBetting(account: Address | null, epoch: Epoch | null): boolean {
  return useIsMutating({ mutationKey: betKeys.place(account, epoch) }) > 0
}

/** Whether the operator of a PancakePredictionV2 contract has paused it. Other markets tell only in the dialog. */
export function useIsPaused(): boolean {
  const config = useConfig()
  const market = useMarket()
  const { data } = useQuery({
    queryKey: betKeys.paused,
    queryFn: async () => {
      const { readIsPaused } = await import('#chain/prediction-contract.ts')
      return readIsPaused(config, market)
    },
    enabled: useMarketKind() === 'pancake-v2',
    refetchInterval: TERMS_REFRESH_MS,
  })
  return data ?? false
}

/** Reads the contract's minimum bet and whether bets are paused; R-BET-7's minimum until they have loaded. */
export function useBetTerms(account: Address): BetTerms {
  const config = useConfig()
  const market = useMarket()
  const { data } = useQuery({
    queryKey: betKeys.terms(account),
    // The dialog is preloaded; the contract code loads when the dialog opens.
    queryFn: async () => (await loadContract()).readBetTerms(config, market, account),
    // Terms of an earlier dialog may have changed: read them each time it opens, and while it is open.
    staleTime: 0,
    refetchInterval: TERMS_REFRESH_MS,
  })
  return data ?? { minimum: MIN_PRESET_WEI, isPaused: false, hasCode: false }
}
