import { MIN_PRESET_WEI } from '@bullring/prediction/bet-amount'
import type { Wei } from '@bullring/prediction/units'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { Hash } from 'viem'
import { useConfig } from 'wagmi'
import type { BetOrder } from '#chain/prediction-contract.ts'
import { useMarket } from '#chain/use-market.ts'

// Contract code is loaded when the dialog opens, not with it: the dialog is fetched ahead of any click.
const loadContract = () => import('#chain/prediction-contract.ts')

const betKeys = { minimum: ['bet', 'minimum'] as const }

type PlaceBetHandlers = {
  onSuccess: (order: BetOrder) => void
  onError: (error: Error, order: BetOrder) => Promise<void>
}

/** Sends a bet; pending until it is on the chain. */
export function usePlaceBet({ onSuccess, onError }: PlaceBetHandlers) {
  const config = useConfig()
  const market = useMarket()
  return useMutation<Hash, Error, BetOrder>({
    mutationFn: async (order) => (await loadContract()).placeBet(config, market, order),
    onSuccess: (_hash, order) => onSuccess(order),
    onError,
  })
}

/** Smallest bet the contract takes; the specification's number until it is read. */
export function useMinBet(): Wei {
  const config = useConfig()
  const market = useMarket()
  const { data } = useQuery({
    queryKey: betKeys.minimum,
    queryFn: async () => (await loadContract()).readMinBet(config, market),
    // The owner may change it, but not while somebody fills in a form.
    staleTime: 60_000,
  })
  return data ?? MIN_PRESET_WEI
}
