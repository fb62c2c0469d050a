import type { Epoch } from '@bullring/prediction/units'
import { ApiProblemError } from '@bullring/wire/http/request-errors'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useGameApi } from '#api/game-api.ts'
import type { Round } from '#api/round/round.ts'
import { expiredRoundQuery, roundKeys } from '../round-queries.ts'

/** A round that a visitor has requested by its number. */
export type AnyRound =
  | { kind: 'loading' }
  | { kind: 'ready'; round: Round }
  | { kind: 'future' }
  | { kind: 'unknown' }
  | { kind: 'failed'; retry: () => void; isRetrying: boolean }

/**
 * Returns the round `epoch`, past, live or open.
 *
 * @param open - The open round; null while unknown.
 */
export function useAnyRound(epoch: Epoch, open: Epoch | null): AnyRound {
  const api = useGameApi()
  const isFuture = open !== null && epoch > open
  const query = useQuery({ ...expiredRoundQuery(api, epoch), enabled: !isFuture })
  const { data } = useQuery<Round>({ queryKey: roundKeys.byEpoch(epoch), queryFn: skipToken })
  const round = data ?? query.data
  if (round) return { kind: 'ready', round }
  if (isFuture) return { kind: 'future' }
  if (query.error === null) return { kind: 'loading' }
  if (query.error instanceof ApiProblemError && query.error.status === 404) {
    return { kind: 'unknown' }
  }
  return { kind: 'failed', retry: () => void query.refetch(), isRetrying: query.isFetching }
}
