import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useConfig } from 'wagmi'
import type { Round } from '#api/round/round.ts'
import { type RoundEvidence, readRoundEvidence } from '#chain/contract/round-evidence.ts'
import { useMarket } from '#chain/contract/use-market.ts'

/** Reads the round's evidence from the chain, again each time the dialog opens or the page shows new prices. */
export function useRoundEvidence({
  epoch,
  lockPrice,
  closePrice,
}: Round): UseQueryResult<RoundEvidence> {
  const config = useConfig()
  const market = useMarket()
  return useQuery({
    queryKey: ['verify', market.prediction, epoch.toString(), `${lockPrice}`, `${closePrice}`],
    queryFn: () => readRoundEvidence(config, market, epoch),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // The transport has its own retries.
    retry: false,
  })
}
