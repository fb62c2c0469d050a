import type { Epoch } from '@bullring/prediction/units'
import { type BasisPoints, toBasisPoints, toEpoch } from '@bullring/prediction/units'
import { useQuery } from '@tanstack/react-query'
import { fetchAppConfig, useAppConfig } from '#api/market/app-config.ts'
import { marketConfigOf, useMarketSymbol } from '#api/market/market-config.ts'

/** A changed fee and the first round it is charged in. */
export type NextFee = { fee: BasisPoints; epoch: Epoch }

/** A change takes effect two rounds later (R-ROUND-14), so a minute is soon enough. */
const FRESH_MS = 60_000

/** Returns the fee change that comes after round `epoch`; null while none is announced. */
export function useNextFee(epoch: Epoch): NextFee | null {
  const loaded = useAppConfig()
  const symbol = useMarketSymbol()
  const { data } = useQuery({
    queryKey: ['config'],
    queryFn: ({ signal }) => fetchAppConfig(signal),
    placeholderData: loaded,
    staleTime: FRESH_MS,
  })
  const next = marketConfigOf(data ?? loaded, symbol).nextTreasuryFee
  if (next === null || next.epoch <= epoch) return null
  return { fee: toBasisPoints(next.feeBps), epoch: toEpoch(next.epoch) }
}
