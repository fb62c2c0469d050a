import { MIN_PRESET_WEI } from '@bullring/prediction/bet-amount'
import type { Epoch } from '@bullring/prediction/units'
import { useIsMutating, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Address, Hash } from 'viem'
import { useConfig } from 'wagmi'
import { loadContract } from '#chain/load-contract.ts'
import type { BetOrder, BetTerms } from '#chain/prediction-contract.ts'
import { useMarket } from '#chain/use-market.ts'

export const loadBetMessage = () => import('./bet-message.ts')

const betKeys = {
  terms: ['bet', 'terms'] as const,
  place: (account: Address | null, epoch: Epoch | null) =>
    ['bet', 'place', account, `${epoch}`] as const,
}

type PlaceBetHandlers = {
  onSuccess: (order: BetOrder) => void
  onError: (error: Error, order: BetOrder) => Promise<void>
}

/** Sends the bet of an account on a round; pending until it is on the chain. */
export function usePlaceBet(
  account: Address,
  epoch: Epoch,
  { onSuccess, onError }: PlaceBetHandlers,
) {
  const config = useConfig()
  const market = useMarket()
  const [isSent, setSent] = useState(false)
  const { mutate, isPending } = useMutation<Hash, Error, BetOrder>({
    mutationKey: betKeys.place(account, epoch),
    mutationFn: async (order) => {
      setSent(false)
      const { placeBet } = await loadContract(loadBetMessage)
      return placeBet(config, market, order, () => setSent(true))
    },
    onSuccess: (_hash, order) => onSuccess(order),
    onError,
  })
  /** Sent: the wallet has signed, the chain has not taken it yet. */
  return { mutate, isPending, isSent }
}

/** Whether a bet of the account on a round is under way, be its dialog open or closed. */
export function useIsBetting(account: Address | null, epoch: Epoch | null): boolean {
  return useIsMutating({ mutationKey: betKeys.place(account, epoch) }) > 0
}

/** On which terms the contract takes bets; those of the specification until they are read. */
export function useBetTerms(): BetTerms {
  const config = useConfig()
  const market = useMarket()
  const { data } = useQuery({
    queryKey: betKeys.terms,
    // The dialog is fetched ahead of any click, the contract code only when it opens.
    queryFn: async () => (await loadContract(loadBetMessage)).readBetTerms(config, market),
    // The owner may change it, but not while somebody fills in a form.
    staleTime: 60_000,
  })
  return data ?? { minimum: MIN_PRESET_WEI, isPaused: false }
}
