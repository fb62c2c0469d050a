import type { Epoch } from '@bullring/prediction/units'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from 'wagmi'
import { useMarketConfig } from '#api/market/market-config.ts'
import { pollInterval } from '#api/poll-interval.ts'
import { readCurrentEpoch } from '#chain/contract/current-epoch.ts'
import { useMarket } from '#chain/contract/use-market.ts'

/** R-DIRECT-2. */
const EPOCH_REFRESH_MS = 60_000

const epochKeys = { current: ['direct-bet', 'current-epoch'] as const }

/** State of the epoch input. */
export type EpochInput = {
  text: string
  /** The contract's current epoch; null until it has loaded. */
  current: Epoch | null
  /** True until the visitor types an epoch. */
  isFollowing: boolean
  onType: (text: string) => void
  onFollow: () => void
  /** Reads the current epoch now. */
  recheck: () => void
}

/** The epoch input, which follows the contract until the visitor edits it. */
export function useEpochInput(): EpochInput {
  const { current, recheck } = useCurrentEpoch()
  const [typed, setTyped] = useState<string | null>(null)
  return {
    text: typed ?? current?.toString() ?? '',
    current,
    isFollowing: typed === null,
    onType: setTyped,
    onFollow: () => setTyped(null),
    recheck,
  }
}

function useCurrentEpoch(): Pick<EpochInput, 'current' | 'recheck'> {
  const client = useClient()
  const { prediction } = useMarket()
  const { intervalSeconds } = useMarketConfig()
  const { data, refetch } = useQuery({
    queryKey: epochKeys.current,
    queryFn: client ? () => readCurrentEpoch(client, prediction) : skipToken,
    refetchInterval: pollInterval(EPOCH_REFRESH_MS, intervalSeconds),
  })
  return { current: data ?? null, recheck: () => void refetch() }
}
