import type { Epoch } from '@bullring/prediction/units'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from 'wagmi'
import { useAppConfig } from '#api/app-config.ts'
import { pollInterval } from '#api/poll-interval.ts'
import { readCurrentEpoch } from '#chain/current-epoch.ts'
import { useMarket } from '#chain/use-market.ts'

/** Spec, section 9: current epoch re-checked every 60 s. */
const EPOCH_REFRESH_MS = 60_000

const epochKeys = { current: ['direct-bet', 'current-epoch'] as const }

export type EpochField = {
  text: string
  /** What the contract says; null until it has answered. */
  current: Epoch | null
  /** False once the visitor has typed an epoch of their own: it is left alone then. */
  isFollowing: boolean
  onType: (text: string) => void
  onFollow: () => void
  /** Asks the contract now: time has passed, or it has just refused an epoch. */
  recheck: () => void
}

/** The epoch input: follows the contract until the visitor edits it. */
export function useEpochField(): EpochField {
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

function useCurrentEpoch(): Pick<EpochField, 'current' | 'recheck'> {
  const client = useClient()
  const { prediction } = useMarket()
  const { intervalSeconds } = useAppConfig().markets.BNB
  const { data, refetch } = useQuery({
    queryKey: epochKeys.current,
    queryFn: client ? () => readCurrentEpoch(client, prediction) : skipToken,
    refetchInterval: pollInterval(EPOCH_REFRESH_MS, intervalSeconds),
  })
  return { current: data ?? null, recheck: () => void refetch() }
}
