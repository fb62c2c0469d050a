import { betResult } from '@bullring/prediction/claim'
import { displayType, roundState } from '@bullring/prediction/round-state'
import type { Schedule } from '@bullring/prediction/schedule'
import { currentEpoch, firstEpochClosedAfter, roundTimes } from '@bullring/prediction/schedule'
import type { BullringContract } from '../chain/read-bullring-contract.ts'
import type { BullringRow } from './bullring-facts.ts'
import { bullringColumns, bullringJoins, toStoredRound } from './bullring-facts.ts'
import type { IndexedRound, RoundClock, RoundRules } from './round-rules.ts'

type BullringTerms = Pick<
  BullringContract,
  'schedule' | 'maxOracleDelay' | 'settlementWindow' | 'maxPayoutMultiple'
>

/** Rules of Bullring's contract, whose rounds follow the clock. */
export function bullringRules(terms: BullringTerms): RoundRules<BullringRow> {
  return {
    columns: bullringColumns,
    joins: bullringJoins(terms),
    clock: scheduleClock(terms.schedule),
    toIndexedRound: (row) => toIndexedRound(row, terms),
  }
}

function toIndexedRound(
  row: BullringRow,
  { schedule, settlementWindow, maxPayoutMultiple }: BullringTerms,
): IndexedRound {
  const round = toStoredRound(row)
  const times = roundTimes(schedule, round.epoch)
  const strikeTerms = { strikeDelay: schedule.strikeDelay, settlementWindow }
  const payoutRules = { treasuryFee: round.treasuryFee, maxPayoutMultiple, isFeeCapped: true }
  return {
    at: (now) => {
      const state = roundState({ ...round, times }, now, strikeTerms)
      return {
        ...round,
        times,
        payoutRules,
        state,
        display: displayType(times, now),
        resultOf: (bet) => betResult(bet, round.pool, state, payoutRules),
      }
    },
  }
}

function scheduleClock(schedule: Schedule): RoundClock {
  return {
    currentEpoch: (now) => Promise.resolve(currentEpoch(schedule, now)),
    epochsAt: (times) => Promise.resolve(times.map((time) => currentEpoch(schedule, time))),
    firstEpochClosedAfter: (time) => Promise.resolve(firstEpochClosedAfter(schedule, time)),
    epochsRefundedBetween: () => Promise.resolve([]),
    phaseKey: (now) => Number(currentEpoch(schedule, now)),
  }
}
