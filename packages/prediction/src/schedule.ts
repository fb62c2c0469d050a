import type { Epoch, UnixSeconds } from './units.ts'
import { toEpoch, toUnixSeconds } from './units.ts'

/** The two immutable numbers of a market's contract from which every time of every round follows. */
export type Schedule = {
  /** Start of round 1. */
  genesisTimestamp: UnixSeconds
  intervalSeconds: number
}

/** The three times of a round. The close of a round is the lock of the next one. */
export type RoundTimes = {
  startTimestamp: UnixSeconds
  lockTimestamp: UnixSeconds
  closeTimestamp: UnixSeconds
}

/** Times of round `epoch`, as `Prediction.lockTimestamp` computes them. */
export function roundTimes(schedule: Schedule, epoch: Epoch): RoundTimes {
  const { genesisTimestamp, intervalSeconds } = schedule
  const lock = genesisTimestamp + Number(epoch) * intervalSeconds
  return {
    startTimestamp: toUnixSeconds(lock - intervalSeconds),
    lockTimestamp: toUnixSeconds(lock),
    closeTimestamp: toUnixSeconds(lock + intervalSeconds),
  }
}

/**
 * The round that takes bets at `now`; 0 before the market's start.
 *
 * @param now - Chain time, not the visitor's clock.
 */
export function currentEpoch(schedule: Schedule, now: UnixSeconds): Epoch {
  const elapsed = now - schedule.genesisTimestamp
  return toEpoch(elapsed < 0 ? 0 : Math.floor(elapsed / schedule.intervalSeconds) + 1)
}

/** The oldest round whose close lies after `time`; 1 when none had closed by then. */
export function firstEpochClosedAfter(schedule: Schedule, time: UnixSeconds): Epoch {
  const elapsed = time - schedule.genesisTimestamp
  return toEpoch(Math.max(Math.floor(elapsed / schedule.intervalSeconds), 1))
}
