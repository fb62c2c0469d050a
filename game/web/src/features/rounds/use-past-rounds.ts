import { type Epoch, toEpoch } from '@bullring/prediction/units'
import { skipToken, useQueries, useQuery } from '@tanstack/react-query'
import { useGameApi } from '#api/game-api.ts'
import type { Round } from '#api/round/round.ts'
import { blockOf, roundBlockQuery, roundKeys } from './round-queries.ts'
import type { CardRound } from './use-rounds.ts'

/** Live events keep the rounds on screen up to date. A block that was fetched longer ago is fetched again. */
const BLOCK_STALE_MS = 60_000

/** Rounds between the open one and the newest that has closed. */
const UNCLOSED = 2n

/** A past round; undefined while it is loading, and for numbers below 1. */
export type PastRound = { epoch: Epoch; round: Round | undefined }

/** Returns a round that takes no more bets. */
export function usePastRound(epoch: Epoch): { card: CardRound; retry: () => void } {
  const api = useGameApi()
  const block = useQuery({ ...roundBlockQuery(api, blockOf(epoch)), staleTime: BLOCK_STALE_MS })
  const { data } = useQuery<Round>({ queryKey: roundKeys.byEpoch(epoch), queryFn: skipToken })
  const round = data ?? block.data?.find((other) => other.epoch === epoch)
  return {
    card: round ? { kind: 'ready', round } : { kind: block.isError ? 'failed' : 'loading' },
    retry: () => void block.refetch(),
  }
}

/**
 * Returns the newest closed rounds, oldest first. In a young market, the first ones have numbers below 1.
 *
 * @param open - The open round; null while unknown.
 */
export function useRecentRounds(open: Epoch | null, count: number): readonly PastRound[] {
  const api = useGameApi()
  const epochs = recentEpochs(open, count)
  const blocks = useQueries({
    queries: [...new Set(epochs.filter((epoch) => epoch > 0n).map(blockOf))].map((index) => ({
      ...roundBlockQuery(api, index),
      staleTime: BLOCK_STALE_MS,
    })),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  })
  const rounds = useQueries({
    queries: epochs.map((epoch) => ({
      queryKey: roundKeys.byEpoch(epoch),
      queryFn: skipToken as typeof skipToken | (() => Promise<Round>),
    })),
    combine: (results) => results.map(({ data }) => data),
  })
  return epochs.map((epoch, index) => ({
    epoch,
    round: rounds[index] ?? blocks.find((other) => other.epoch === epoch),
  }))
}

function recentEpochs(open: Epoch | null, count: number): Epoch[] {
  const newest = open === null ? 0n : open - UNCLOSED
  return Array.from({ length: count }, (_, index) => toEpoch(newest - BigInt(count - 1 - index)))
}
