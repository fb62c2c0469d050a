import type { Round } from '@bullring/game-api/round'
import { answerOf, type Strike } from '@bullring/prediction/round-state'
import type { UnixSeconds } from '@bullring/prediction/units'
import { priceText, roundFigures } from './round-figures.ts'
import type { RoundAndPrice } from './rounds.ts'

/** Converts a round to the API's format, as of chain time `now`. */
export function toWireRound(found: RoundAndPrice, now: UnixSeconds): Round {
  const round = found.round.at(now)
  const { times, state, display } = round
  return {
    epoch: Number(round.epoch),
    start_timestamp: times.startTimestamp,
    lock_timestamp: times.lockTimestamp,
    close_timestamp: times.closeTimestamp,
    ...roundFigures(round, display === 'live' ? found.lastPrice : null),
    treasury_fee: Number(round.treasuryFee),
    display_type: display,
    state: state.kind,
    refund_reason: state.kind === 'refund' ? state.reason : null,
    winner: state.kind === 'settled' && state.winner ? DIRECTIONS[state.winner] : null,
    expected_lock_price: expectedPrice(round.lock),
    expected_close_price: expectedPrice(round.close),
    lock_oracle_id: oracleId(round.lock),
    close_oracle_id: oracleId(round.close),
  }
}

const DIRECTIONS = { bull: 'up', bear: 'down' } as const

function oracleId(strike: Strike): string | null {
  return strike.kind === 'fixed' ? strike.oracleRoundId.toString() : null
}

function expectedPrice(strike: Strike): string | null {
  const answer = strike.kind === 'pending' ? answerOf(strike) : null
  return answer && priceText(answer.price)
}
