import { type Epoch, toEpoch, toUnixSeconds } from '@bullring/prediction/units'
import { ApiProblemError } from '@bullring/wire/http/request-errors'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { useGameApi } from '#api/game-api.ts'
import { useMarketConfig } from '#api/market/market-config.ts'
import { pollInterval } from '#api/poll-interval.ts'
import type { Round } from '#api/round/round.ts'
import { useHasPassed } from '#chain/clock/use-chain-time.ts'
import {
  currentEpochQuery,
  expiredRoundQuery,
  liveRoundQuery,
  nextRoundQuery,
  roundKeys,
} from './round-queries.ts'

/** R-LIVE-1: refresh intervals of the rounds and the epoch. */
const LIVE_REFRESH_MS = 60_000
const NEXT_REFRESH_MS = 30_000
const EPOCH_REFRESH_MS = 60_000
const AFTER_LOCK_REFRESH_MS = 3_000

/** The block that opens a round rarely arrives within the same second: check once before the next poll. */
const RECHECK_MS = 1_000

/** Don't cancel in-flight requests: on a slow connection, restarting them would never finish. */
const KEEP_IN_FLIGHT = { cancelRefetch: false } as const

/** R-ROUND-4: how many rounds a card is behind the open round. */
const LIVE_DISTANCE = 1n
const EXPIRED_DISTANCE = 2n

/** A card's round. `none`: the market is too young to have it. */
export type CardRound =
  | { kind: 'loading' }
  | { kind: 'none' }
  | { kind: 'failed' }
  | { kind: 'ready'; round: Round }

export type Rounds = {
  /** Number of the open round; null until the first response. */
  epoch: Epoch | null
  next: CardRound
  live: CardRound
  expired: CardRound
  /** Time of the newest response about rounds, by the visitor's clock; 0 before the first. */
  updatedAtMs: number
  /** True while requests to the server fail. */
  isFailing: boolean
  retry: () => void
}

/** Returns the epoch of the Expired card; null while there is none. */
export function expiredEpochOf(epoch: Epoch | null): Epoch | null {
  return epoch !== null && epoch > EXPIRED_DISTANCE ? toEpoch(epoch - EXPIRED_DISTANCE) : null
}

/** Returns the first round without bets, paused by the market's owner; null without one and until it is known. */
export function useFirstPausedEpoch(): Epoch | null {
  // Responses about the open round have it.
  const { data } = useQuery<Epoch | null>({
    queryKey: roundKeys.firstPausedEpoch,
    queryFn: skipToken,
  })
  return data ?? null
}

/** The three rounds on screen. Owns the polling: call it once per page. */
export function useRounds(): Rounds {
  const client = useQueryClient()
  const { epochQuery, nextQuery, liveQuery, expiredQuery, epoch } = useRoundPolling()
  const retry = useCallback(
    () => void client.invalidateQueries({ queryKey: roundKeys.all }),
    [client],
  )

  return {
    epoch,
    // A query without data loses its error during each retry: the other query still knows of no round.
    next: useCardRound(epoch, 0n, nextQuery.error ?? epochQuery.error),
    live: useCardRound(epoch, LIVE_DISTANCE, liveQuery.error ?? epochQuery.error),
    expired: useCardRound(epoch, EXPIRED_DISTANCE, expiredQuery.error ?? epochQuery.error),
    updatedAtMs: Math.max(nextQuery.dataUpdatedAt, liveQuery.dataUpdatedAt),
    isFailing: isFailing(nextQuery) || (epoch === null && isFailing(epochQuery)),
    retry,
  }
}

function useRoundPolling() {
  const api = useGameApi()
  const { intervalSeconds, genesisTimestamp } = useMarketConfig()

  const epochQuery = useQuery({
    ...currentEpochQuery(api),
    refetchInterval: pollInterval(EPOCH_REFRESH_MS, intervalSeconds),
  })
  const nextQuery = useQuery({
    ...nextRoundQuery(api),
    refetchInterval: pollInterval(NEXT_REFRESH_MS, intervalSeconds),
  })
  const epoch = nextQuery.data?.epoch ?? epochQuery.data ?? null
  const liveQuery = useQuery({
    ...liveRoundQuery(api),
    enabled: epoch !== null && epoch > LIVE_DISTANCE,
    refetchInterval: pollInterval(LIVE_REFRESH_MS, intervalSeconds),
  })
  const expiredEpoch = expiredEpochOf(epoch)
  const expiredQuery = useQuery({
    ...expiredRoundQuery(api, expiredEpoch ?? toEpoch(0n)),
    enabled: expiredEpoch !== null,
  })

  const isExpiredSettling = expiredQuery.data?.state.kind === 'settling'
  const live = liveQuery.data
  const isLiveBehind = live !== undefined && epoch !== null && live.epoch + LIVE_DISTANCE < epoch
  useEpochCheck(epochQuery.data, nextQuery.data?.epoch)
  const hasStarted = useHasPassed(toUnixSeconds(genesisTimestamp))
  const isLocked = useHasPassed(nextQuery.data?.times.lockTimestamp)
  useFastPolling({
    // The start of the market ends a countdown, too.
    isAfterLock: isLocked || (hasStarted && epoch === null && isNotFound(nextQuery.error)),
    isLiveBehind,
    isWaitingForStrike: isExpiredSettling || live?.lockPrice === null,
  })
  return { epochQuery, nextQuery, liveQuery, expiredQuery, epoch }
}

/** Refetches the next round when the epoch poll notices a new round first. */
function useEpochCheck(checkedEpoch: Epoch | undefined, nextEpoch: Epoch | undefined) {
  const client = useQueryClient()
  const isBehind = checkedEpoch !== undefined && nextEpoch !== undefined && checkedEpoch > nextEpoch
  useEffect(() => {
    if (isBehind) void client.invalidateQueries({ queryKey: roundKeys.next })
  }, [client, isBehind])
}

type FailureState = { failureReason: Error | null; error: Error | null }

type FastPolling = { isAfterLock: boolean; isLiveBehind: boolean; isWaitingForStrike: boolean }

/**
 * Polls faster after the lock time: all rounds once, then live and next every 3 s until the new round
 * arrives. Rounds that wait for a strike are polled at the same rate.
 */
function useFastPolling({ isAfterLock, isLiveBehind, isWaitingForStrike }: FastPolling) {
  const client = useQueryClient()
  useEffect(() => {
    if (!isAfterLock) return
    void client.invalidateQueries({ queryKey: roundKeys.all })
    const timer = setTimeout(() => {
      void client.invalidateQueries({ queryKey: roundKeys.next }, KEEP_IN_FLIGHT)
      void client.invalidateQueries({ queryKey: roundKeys.live }, KEEP_IN_FLIGHT)
    }, RECHECK_MS)
    return () => clearTimeout(timer)
  }, [client, isAfterLock])

  useEffect(() => {
    if (isLiveBehind) void client.invalidateQueries({ queryKey: roundKeys.live }, KEEP_IN_FLIGHT)
  }, [client, isLiveBehind])

  const isFast = isAfterLock || isLiveBehind || isWaitingForStrike
  useEffect(() => {
    if (!isFast) return
    const timer = setInterval(() => {
      void client.invalidateQueries({ queryKey: roundKeys.next }, KEEP_IN_FLIGHT)
      void client.invalidateQueries({ queryKey: roundKeys.live }, KEEP_IN_FLIGHT)
      if (isWaitingForStrike) {
        void client.invalidateQueries({ queryKey: roundKeys.anyExpired }, KEEP_IN_FLIGHT)
      }
    }, AFTER_LOCK_REFRESH_MS)
    return () => clearInterval(timer)
  }, [client, isFast, isWaitingForStrike])
}

function useCardRound(epoch: Epoch | null, distance: bigint, error: Error | null): CardRound {
  const exists = epoch !== null && epoch > distance
  const { data } = useQuery<Round>({
    queryKey: roundKeys.byEpoch(toEpoch(exists ? epoch - distance : 0n)),
    queryFn: skipToken,
  })
  if (exists && data) return { kind: 'ready', round: data }
  const hasNotStarted = epoch === null && isNotFound(error)
  if (hasNotStarted || (epoch !== null && !exists)) return { kind: 'none' }
  return { kind: error === null || isNotReady(error) ? 'loading' : 'failed' }
}

/**
 * True from the first failed attempt until a request succeeds. "Not found" is no failure: a market that
 * has not started has no round.
 */
function isFailing({ failureReason, error }: FailureState): boolean {
  const reason = failureReason ?? error
  return reason !== null && !isNotFound(reason)
}

/** The server still reads the chain. */
function isNotReady(error: Error): boolean {
  return error instanceof ApiProblemError && error.problemCode === 'service.not-ready'
}

function isNotFound(error: Error | null): boolean {
  return error instanceof ApiProblemError && error.status === 404
}
