import type { Epoch } from '@bullring/prediction/units'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { GameApi } from '#api/game-api.ts'
import type { Round } from '#api/round.ts'

/**
 * Query keys of the rounds. The cards read `byEpoch` only, whichever call a round came from, so a round
 * keeps its data when it moves from one card to the next.
 */
export const roundKeys = {
  all: ['rounds'] as const,
  currentEpoch: ['rounds', 'current-epoch'] as const,
  next: ['rounds', 'next'] as const,
  live: ['rounds', 'live'] as const,
  anyExpired: ['rounds', 'expired'] as const,
  expired: (epoch: Epoch) => ['rounds', 'expired', epoch.toString()] as const,
  byEpoch: (epoch: Epoch) => ['rounds', 'by-epoch', epoch.toString()] as const,
}

/** Fetches the number of the open round. */
export const currentEpochQuery = (api: GameApi) =>
  queryOptions({
    queryKey: roundKeys.currentEpoch,
    queryFn: ({ signal }) => api.currentEpoch(signal),
  })

/** Fetches the open round. */
export const nextRoundQuery = (api: GameApi) =>
  queryOptions({
    queryKey: roundKeys.next,
    queryFn: async ({ client, signal }) => storeByEpoch(client, await api.nextRound(signal)),
  })

/** Fetches the locked round. */
export const liveRoundQuery = (api: GameApi) =>
  queryOptions({
    queryKey: roundKeys.live,
    queryFn: async ({ client, signal }) => storeByEpoch(client, await api.liveRound(signal)),
  })

/** Fetches a round by its number, for the Expired card. */
export const expiredRoundQuery = (api: GameApi, epoch: Epoch) =>
  queryOptions({
    queryKey: roundKeys.expired(epoch),
    queryFn: async ({ client, signal }) => storeByEpoch(client, await api.round(epoch, signal)),
  })

/** Stores the round where the cards read it. */
function storeByEpoch(client: QueryClient, round: Round): Round {
  client.setQueryData(roundKeys.byEpoch(round.epoch), round)
  return round
}
