import type { RoundState } from '@bullring/prediction/round-state'
import type { RoundTimes } from '@bullring/prediction/schedule'
import type { Epoch, PriceE8, UnixSeconds } from '@bullring/prediction/units'

/** The time between lock and close of a round, as a column of the chart. */
export type ChartBand = {
  epoch: Epoch
  from: UnixSeconds
  to: UnixSeconds
  /** The price both sides bet against; null while it is not fixed. */
  lockPrice: PriceE8 | null
  /** Who won, or why nobody has. */
  tone: 'up' | 'down' | 'live' | 'refund' | 'settling'
}

type BandRound = { epoch: Epoch; times: RoundTimes; lockPrice: PriceE8 | null; state: RoundState }

/** Columns for the rounds on screen; the newest last. */
export function chartBands(rounds: readonly (BandRound | null)[]): ChartBand[] {
  return rounds
    .filter((round) => round !== null)
    .map(({ epoch, times, lockPrice, state }) => ({
      epoch,
      from: times.lockTimestamp,
      to: times.closeTimestamp,
      lockPrice,
      tone: toneOf(state),
    }))
}

function toneOf(state: RoundState): ChartBand['tone'] {
  switch (state.kind) {
    case 'settled':
      return state.winner === 'bull' ? 'up' : 'down'
    case 'open':
    case 'locked':
      return 'live'
    case 'refund':
    case 'settling':
      return state.kind
  }
}

/** Close of the live round: the finish line. 0 while no round is live. */
export function finishTime(bands: readonly ChartBand[]): number {
  return bands.find(({ tone }) => tone === 'live')?.to ?? 0
}
