import { betResult } from '@bullring/prediction/claim'
import { displayType, roundState } from '@bullring/prediction/round-state'
import type { Schedule } from '@bullring/prediction/schedule'
import { currentEpoch, firstEpochClosedAfter, roundTimes } from '@bullring/prediction/schedule'
import { sql } from 'kysely'
import { bullringStandings } from './bullring-standings.ts'
import type { RoundFactsRow } from './round-facts.ts'
import { roundFactsColumns, roundFactsJoins, toStoredRound } from './round-facts.ts'
import type { RoundClock, RoundRules } from './round-rules.ts'

type BullringSettings = {
  schedule: Schedule
  /** Seconds after a strike's time in which it can be settled. */
  settlementWindow: number
}

/** Rounds that follow the clock, as our own contract's do. */
export function bullringRules({
  schedule,
  settlementWindow,
}: BullringSettings): RoundRules<RoundFactsRow> {
  return {
    columns: roundFactsColumns,
    joins: roundFactsJoins,
    decidedBets: sql.table('decided_bets'),
    standings: bullringStandings,
    clock: scheduleClock(schedule),
    toRound: (row) => ({
      at: (now) => {
        const round = toStoredRound(row)
        const times = roundTimes(schedule, round.epoch)
        const state = roundState({ ...round, times }, now, settlementWindow)
        return {
          ...round,
          times,
          state,
          display: displayType(times, now),
          resultOf: (bet) => betResult(bet, round.pool, state, round.treasuryFee),
        }
      },
    }),
  }
}

function scheduleClock(schedule: Schedule): RoundClock {
  return {
    currentEpoch: (now) => Promise.resolve(currentEpoch(schedule, now)),
    epochsAt: (times) => Promise.resolve(times.map((time) => currentEpoch(schedule, time))),
    firstEpochClosedAfter: (time) => Promise.resolve(firstEpochClosedAfter(schedule, time)),
    turnAt: (now) => Number(currentEpoch(schedule, now)),
  }
}
