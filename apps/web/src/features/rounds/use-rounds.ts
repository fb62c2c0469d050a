import { type Epoch, toEpoch, toUnixSeconds } from '@bullring/prediction/units'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { ApiProblemError } from '#api/api-errors.ts'
import { useAppConfig } from '#api/app-config.ts'
import { useGameApi } from '#api/game-api.ts'
import { pollInterval } from '#api/poll-interval.ts'
import type { Round } from '#api/round.ts'
import { useHasPassed } from '#chain/use-chain-time.ts'
import {
  currentEpochQuery,
  expiredRoundQuery,
  liveRoundQuery,
  nextRoundQuery,
  roundKeys,
} from './round-queries.ts'

/** Spec, section 9: refresh of the live and next rounds and of the epoch; 3 s once a round is over. */
const LIVE_REFRESH_MS = 60_000
const NEXT_REFRESH_MS = 30_000
const EPOCH_REFRESH_MS = 60_000
const AFTER_ZERO_REFRESH_MS = 3_000

/** The block that opens a round is rarely there in the very second: one look between two polls. */
const SECOND_LOOK_MS = 1_000

/** A call under way is left to end: on a slow line, one that is begun anew each time never does. */
const PATIENT = { cancelRefetch: false } as const

/** Distance of the cards from the open round. Spec, section 7: "current epoch minus 2". */
const LIVE_DISTANCE = 1n
const EXPIRED_DISTANCE = 2n

/** A card's round: not known yet, known, or not there because the market is too young. */
export type CardRound =
  | { kind: 'loading' }
  | { kind: 'none' }
  | { kind: 'failed' }
  | { kind: 'ready'; round: Round }

export type Rounds = {
  /** The open round's number; null until the server said it. */
  epoch: Epoch | null
  next: CardRound
  live: CardRound
  expired: CardRound
  /** When the newest answer about rounds came, in the visitor's clock; 0 before the first. */
  updatedAtMs: number
  /** True while the server does not answer. */
  isFailing: boolean
  retry: () => void
}

/** Number of the Expired card's round; null while there is none. */
export function expiredEpochOf(epoch: Epoch | null): Epoch | null {
  return epoch !== null && epoch > EXPIRED_DISTANCE ? toEpoch(epoch - EXPIRED_DISTANCE) : null
}

/** The three rounds on screen, kept fresh. To be used once: it owns the polling. */
export function useRounds(): Rounds {
  const client = useQueryClient()
  const { epochQuery, nextQuery, liveQuery, expiredQuery, epoch } = useRoundPolling()
  const retry = useCallback(
    () => void client.invalidateQueries({ queryKey: roundKeys.all }),
    [client],
  )

  return {
    epoch,
    next: useCardRound(epoch, 0n, nextQuery.error),
    live: useCardRound(epoch, LIVE_DISTANCE, liveQuery.error ?? epochQuery.error),
    expired: useCardRound(epoch, EXPIRED_DISTANCE, expiredQuery.error ?? epochQuery.error),
    updatedAtMs: Math.max(nextQuery.dataUpdatedAt, liveQuery.dataUpdatedAt),
    isFailing: isFailing(nextQuery) || (epoch === null && isFailing(epochQuery)),
    retry,
  }
}

function useRoundPolling() {
  const api = useGameApi()
  const { intervalSeconds, genesisTimestamp } = useAppConfig().markets.BNB

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
    // The start of the market is a zero of the countdown, too.
    isAfterZero: isLocked || (hasStarted && epoch === null && isNotFound(nextQuery.error)),
    isLiveBehind,
    isWaitingForStrike: isExpiredSettling || live?.lockPrice === null,
  })
  return { epochQuery, nextQuery, liveQuery, expiredQuery, epoch }
}

/** The re-check of the epoch may notice a new round before the poll of the next round does. */
function useEpochCheck(checkedEpoch: Epoch | undefined, nextEpoch: Epoch | undefined) {
  const client = useQueryClient()
  const isBehind = checkedEpoch !== undefined && nextEpoch !== undefined && checkedEpoch > nextEpoch
  useEffect(() => {
    if (isBehind) void client.invalidateQueries({ queryKey: roundKeys.next })
  }, [client, isBehind])
}

type FailureState = { failureReason: Error | null; error: Error | null }

type FastPolling = { isAfterZero: boolean; isLiveBehind: boolean; isWaitingForStrike: boolean }

/**
 * From the countdown's zero until new round info arrives: the expired round once, live and next
 * every 3 s. While a strike is missing the rounds that wait for it are asked for as often.
 */
function useFastPolling({ isAfterZero, isLiveBehind, isWaitingForStrike }: FastPolling) {
  const client = useQueryClient()
  useEffect(() => {
    if (!isAfterZero) return
    void client.invalidateQueries({ queryKey: roundKeys.all })
    const timer = setTimeout(() => {
      void client.invalidateQueries({ queryKey: roundKeys.next }, PATIENT)
      void client.invalidateQueries({ queryKey: roundKeys.live }, PATIENT)
    }, SECOND_LOOK_MS)
    return () => clearTimeout(timer)
  }, [client, isAfterZero])

  useEffect(() => {
    if (isLiveBehind) void client.invalidateQueries({ queryKey: roundKeys.live }, PATIENT)
  }, [client, isLiveBehind])

  const isFast = isAfterZero || isLiveBehind || isWaitingForStrike
  useEffect(() => {
    if (!isFast) return
    const timer = setInterval(() => {
      void client.invalidateQueries({ queryKey: roundKeys.next }, PATIENT)
      void client.invalidateQueries({ queryKey: roundKeys.live }, PATIENT)
      if (isWaitingForStrike) {
        void client.invalidateQueries({ queryKey: roundKeys.anyExpired }, PATIENT)
      }
    }, AFTER_ZERO_REFRESH_MS)
    return () => clearInterval(timer)
  }, [client, isFast, isWaitingForStrike])
}

function useCardRound(epoch: Epoch | null, distance: bigint, error: Error | null): CardRound {
  const isThere = epoch !== null && epoch > distance
  const { data } = useQuery<Round>({
    queryKey: roundKeys.byEpoch(toEpoch(isThere ? epoch - distance : 0n)),
    queryFn: skipToken,
  })
  if (isThere && data) return { kind: 'ready', round: data }
  const hasNotStarted = epoch === null && isNotFound(error)
  if (hasNotStarted || (epoch !== null && !isThere)) return { kind: 'none' }
  return { kind: error === null ? 'loading' : 'failed' }
}

/**
 * True while calls fail: from the first failed try, and over the next call as long as that has no answer.
 * "Not found" is an answer: a market that has not started has no round.
 */
function isFailing({ failureReason, error }: FailureState): boolean {
  const reason = failureReason ?? error
  return reason !== null && !isNotFound(reason)
}

function isNotFound(error: Error | null): boolean {
  return error instanceof ApiProblemError && error.status === 404
}
