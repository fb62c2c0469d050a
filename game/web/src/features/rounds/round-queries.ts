import type { Epoch } from '@bullring/prediction/units'
import { toEpoch } from '@bullring/prediction/units'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Address } from 'viem'
import type { GameApi } from '#api/game-api.ts'
import type { Round } from '#api/round/round.ts'

/**
 * Query keys of the rounds. The cards read `byEpoch` only, whichever call a round came from, so a round
 * keeps its data when it moves from one card to the next.
 */
export const roundKeys = {
  all: ['rounds'] as const,
  currentEpoch: ['rounds', 'current-epoch'] as const,
  firstPausedEpoch: ['rounds', 'first-paused-epoch'] as const,
  next: ['rounds', 'next'] as const,
  live: ['rounds', 'live'] as const,
  anyExpired: ['rounds', 'expired'] as const,
  expired: (epoch: Epoch) => ['rounds', 'expired', epoch.toString()] as const,
  block: (index: number) => ['rounds', 'block', index] as const,
  /** Bets of an account on the rounds of a block. */
  bets: (account: Address | null, index: number) => ['rounds', 'bets', account, index] as const,
  byEpoch: (epoch: Epoch) => ['rounds', 'by-epoch', epoch.toString()] as const,
}

/** Fetches the number of the open round, and stores the first round without bets. */
export const currentEpochQuery = (api: GameApi) =>
  queryOptions({
    queryKey: roundKeys.currentEpoch,
    queryFn: async ({ client, signal }) => {
      const { epoch, firstPausedEpoch } = await api.currentEpoch(signal)
      client.setQueryData(roundKeys.firstPausedEpoch, firstPausedEpoch)
      return epoch
    },
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

/** Past rounds are fetched in blocks of this size: all visitors send the same requests, which the server caches. */
export const BLOCK_ROUNDS = 20

/** Returns the block that a round belongs to. */
export function blockOf(epoch: Epoch): number {
  return Math.floor((Number(epoch) - 1) / BLOCK_ROUNDS)
}

/** Returns the round after the last one of a block. */
export function blockEnd(index: number): Epoch {
  return toEpoch((index + 1) * BLOCK_ROUNDS + 1)
}

/** Fetches a block of past rounds, newest first. */
export const roundBlockQuery = (api: GameApi, index: number) =>
  queryOptions({
    queryKey: roundKeys.block(index),
    queryFn: async ({ client, signal }) => {
      const sentAtMs = Date.now()
      const beforeEpoch = blockEnd(index)
      const rounds = await api.rounds({ limit: BLOCK_ROUNDS, beforeEpoch }, signal)
      for (const round of rounds) {
        const stored = client.getQueryState(roundKeys.byEpoch(round.epoch))
        // A live event that arrived in the meantime is newer.
        if ((stored?.dataUpdatedAt ?? 0) <= sentAtMs) storeByEpoch(client, round)
      }
      return rounds
    },
  })

/** Stores the round where the cards read it. */
function storeByEpoch(client: QueryClient, round: Round): Round {
  client.setQueryData(roundKeys.byEpoch(round.epoch), round)
  return round
}
