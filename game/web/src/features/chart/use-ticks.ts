import type { UnixSeconds } from '@bullring/prediction/units'
import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query'
import type { Tick } from '#api/round/tick.ts'
import { useChainTime } from '#chain/clock/use-chain-time.ts'

/** An oracle that is silent for longer is late: the line needs no earlier price. */
const MAX_TICKS = 300

/** Time after the last tick from which the oracle's last answer stands alone. */
const LIVE_SECONDS = 5

const tickKeys = { all: ['ticks'] as const }
const NONE: readonly Tick[] = []

/** Adds a price of the exchange. Another one of the same second replaces it. */
export function addTick(client: QueryClient, tick: Tick): void {
  client.setQueryData<readonly Tick[]>(tickKeys.all, (known = NONE) =>
    [...known.filter(({ timestamp }) => timestamp < tick.timestamp), tick].slice(-MAX_TICKS),
  )
}

/** The prices of the exchange, as the chart shows them. */
export type Ticks = {
  newest: Tick | undefined
  /** Those after the oracle's last answer, oldest first. They stay when no more arrive, so that the scale does not jump. */
  since: readonly Tick[]
  /** Whether they still arrive. */
  isLive: boolean
}

/** @param answeredAt - Time of the oracle's last answer. */
export function useTicks(answeredAt: UnixSeconds): Ticks {
  const { data = NONE } = useQuery<readonly Tick[]>({
    queryKey: tickKeys.all,
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const newest = data.at(-1)
  const isLive = useChainTime(
    (now) => now !== null && newest !== undefined && now - newest.timestamp <= LIVE_SECONDS,
  )
  return { newest, since: data.filter(({ timestamp }) => timestamp > answeredAt), isLive }
}
