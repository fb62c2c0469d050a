import { MIN_PRESET_WEI } from '@bullring/prediction/bet-amount'
import type { Epoch } from '@bullring/prediction/units'
import { useIsMutating, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Address, Hash } from 'viem'
import { useConfig } from 'wagmi'
import { loadContract } from '#chain/load-contract.ts'
import type { BetTerms, NewBet } from '#chain/prediction-contract.ts'
import { useMarket } from '#chain/use-market.ts'

const betKeys = {
  terms: ['bet', 'terms'] as const,
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

/** Reads the contract's minimum bet and whether bets are paused; R-BET-7's minimum until they have loaded. */
export function useBetTerms(): BetTerms {
  const config = useConfig()
  const market = useMarket()
  const { data } = useQuery({
    queryKey: betKeys.terms,
    // The dialog is preloaded; the contract code loads when the dialog opens.
    queryFn: async () => (await loadContract()).readBetTerms(config, market),
    // The owner can change the terms, but rarely does.
    staleTime: 60_000,
  })
  return data ?? { minimum: MIN_PRESET_WEI, isPaused: false }
}
