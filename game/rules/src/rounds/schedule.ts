import type { Epoch, UnixSeconds } from '../amounts/units.ts'
import { toEpoch, toUnixSeconds } from '../amounts/units.ts'

/** The immutable terms of a contract that determine the times of every round. */
export type Schedule = {
  /** Start of round 1. */
  genesisTimestamp: UnixSeconds
  intervalSeconds: number
  /** Seconds from a lock to the time of its strike. */
  strikeDelay: number
}

/** The three times of a round. The close of a round is the lock of the next one. */
export type RoundTimes = {
  startTimestamp: UnixSeconds
  lockTimestamp: UnixSeconds
  closeTimestamp: UnixSeconds
}

/** Computes the times of round `epoch`, as `Prediction.lockTimestamp` does. */
export function roundTimes(schedule: Schedule, epoch: Epoch): RoundTimes {
  const { genesisTimestamp, intervalSeconds } = schedule
  const lock = genesisTimestamp + Number(epoch) * intervalSeconds
  return {
    startTimestamp: toUnixSeconds(lock - intervalSeconds),
    lockTimestamp: toUnixSeconds(lock),
    closeTimestamp: toUnixSeconds(lock + intervalSeconds),
  }
}

/** Computes the time of the strike of `epoch`, as `Prediction.strikeTimestamp` does. */
export function strikeTime(schedule: Schedule, epoch: Epoch): UnixSeconds {
  return toUnixSeconds(roundTimes(schedule, epoch).lockTimestamp + schedule.strikeDelay)
}

/**
 * Returns the round that accepts bets at `now`; 0 before the market's start.
 *
 * @param now - Chain time.
 */
export function currentEpoch(schedule: Schedule, now: UnixSeconds): Epoch {
  const elapsed = now - schedule.genesisTimestamp
  return toEpoch(elapsed < 0 ? 0 : Math.floor(elapsed / schedule.intervalSeconds) + 1)
}

/** Returns the oldest round that closes after `time`; 1 when none had closed by then. */
export function firstEpochClosedAfter(schedule: Schedule, time: UnixSeconds): Epoch {
  const elapsed = time - schedule.genesisTimestamp
  return toEpoch(Math.max(Math.floor(elapsed / schedule.intervalSeconds), 1))
}
