import type { RoundState } from '@bullring/prediction/round-state'
import type { RoundTimes } from '@bullring/prediction/schedule'
import type { Epoch, PriceE8, UnixSeconds } from '@bullring/prediction/units'
import type { ChartBandMessages } from './chart-messages.ts'

/** The time between lock and close of a round, as a band of the chart. */
export type ChartBand = {
  epoch: Epoch
  from: UnixSeconds
  to: UnixSeconds
  /** Null while it is unknown. */
  lockPrice: PriceE8 | null
  /** Null while it is unknown. */
  closePrice: PriceE8 | null
  /** The winner, or the state of a round without one. */
  tone: 'up' | 'down' | 'house' | 'live' | 'refund' | 'settling' | 'empty'
}

type BandRound = {
  epoch: Epoch
  times: RoundTimes
  lockPrice: PriceE8 | null
  closePrice: PriceE8 | null
  state: RoundState
}

/** Returns the bands of the rounds on screen, in their order. */
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
    case 'empty':
      return state.kind
  }
}

/** Returns the close time of the live round in seconds; 0 while no round is live. */
export function finishTime(bands: readonly ChartBand[]): number {
  return bands.find(({ tone }) => tone === 'live')?.to ?? 0
}

/** Width of the widest character in a band's name, and the margin beside the name, in pixels. */
const CHARACTER_WIDTH = 7.5
const NAME_MARGIN = 8
/** Width of a triangle and the space before it, in pixels. */
const MARK_WIDTH = 12

/** The name of a band, with a triangle where its winner is not written out. */
export type BandLabel = { text: string; mark: 'up' | 'down' | null }

/**
 * Returns the longest name of a band that fits into its width; without text if none does.
 *
 * @param width - In pixels.
 */
export function bandLabel(
  { epoch, tone }: ChartBand,
  width: number,
  messages: ChartBandMessages,
): BandLabel {
  const short = `#${epoch}`
  const full = `${short} ${messages[tone]}`
  const fits = (text: string, extra = 0) =>
    text.length * CHARACTER_WIDTH + NAME_MARGIN + extra <= width
  if (fits(full)) return { text: full, mark: null }
  const winner = tone === 'up' || tone === 'down' ? tone : null
  if (winner !== null && fits(short, MARK_WIDTH)) return { text: short, mark: winner }
  return { text: fits(short) ? short : '', mark: null }
}
