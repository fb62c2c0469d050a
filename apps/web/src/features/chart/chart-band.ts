import type { RoundState } from '@bullring/prediction/round-state'
import type { RoundTimes } from '@bullring/prediction/schedule'
import type { Epoch, PriceE8, UnixSeconds } from '@bullring/prediction/units'
import type { ChartMessages } from './chart-messages.ts'

/** The time between lock and close of a round, as a column of the chart. */
export type ChartBand = {
  epoch: Epoch
  from: UnixSeconds
  to: UnixSeconds
  /** The price both sides bet against; null while it is not fixed. */
  lockPrice: PriceE8 | null
  /** The price that decided it; null while it is not fixed. */
  closePrice: PriceE8 | null
  /** Who won, or why nobody has. */
  tone: 'up' | 'down' | 'house' | 'live' | 'refund' | 'settling'
}

type BandRound = {
  epoch: Epoch
  times: RoundTimes
  lockPrice: PriceE8 | null
  closePrice: PriceE8 | null
  state: RoundState
}

/** Columns for the rounds on screen; the newest last. */
export function chartBands(rounds: readonly (BandRound | null)[]): ChartBand[] {
  return rounds
    .filter((round) => round !== null)
    .map(({ epoch, times, lockPrice, closePrice, state }) => ({
      epoch,
      from: times.lockTimestamp,
      to: times.closeTimestamp,
      lockPrice,
      closePrice,
      tone: toneOf(state),
    }))
}

function toneOf(state: RoundState): ChartBand['tone'] {
  switch (state.kind) {
    case 'settled':
      if (state.winner === null) return 'house'
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

/** Widest character of the chart's small type, and the room beside a name, in pixels. */
const CHARACTER_WIDTH = 7.5
const NAME_MARGIN = 8

/** Name of a round's column, as long as it has room for; '' in a narrow one. @param width - In pixels. */
export function bandName(
  { epoch, tone }: ChartBand,
  width: number,
  messages: ChartMessages,
): string {
  const names = [`#${epoch} ${messages.tones[tone]}`, `#${epoch}`]
  return names.find((name) => name.length * CHARACTER_WIDTH + NAME_MARGIN <= width) ?? ''
}
