import { COIN_DECIMALS, formatUnits } from '@bullring/prediction/decimal'
import { POSITION_TONES } from '#ui/position-messages.ts'
import type { BetMark } from '../bet-mark.ts'
import type { ChartBand } from '../chart-band.ts'
import { type ChartScale, toDollars } from '../scale/chart-scale.ts'
import styles from './chart-marks.module.css'

/** Triangles around the origin that point in the direction of the bet. */
const TRIANGLES = { bull: 'M0 -6 6 5H-6Z', bear: 'M0 6 6 -5H-6Z' } as const

/** Distance in pixels from a price to the middle of its triangle: clear of the points of a close and of the newest price. */
const OFFSETS = { bull: 13, bear: -13 } as const

/** Marks where rounds closed, and the visitor's stakes where their rounds lock. Drawn above the line and below the cursor. */
export function ChartMarks(props: {
  bands: readonly ChartBand[]
  bets: readonly BetMark[]
  scale: ChartScale
}) {
  const { bands, bets, scale } = props
  const isNamed = hasRoomForStakes(bands, scale)
  const shown = bets.filter(({ at }) => at >= scale.x.domain[0])
  return (
    <>
      {bands.map(
        ({ epoch, to, tone, closePrice }) =>
          closePrice !== null && (
            <circle
              key={epoch}
              className={styles[tone]}
              cx={scale.x(to)}
              cy={scale.y(toDollars(closePrice))}
              r={4}
            />
          ),
      )}
      {shown.map((bet) => (
        <Bet key={bet.epoch} bet={bet} isNamed={isNamed} scale={scale} />
      ))}
    </>
  )
}

/** Width in pixels of a triangle with a stake beside it. */
const NAMED_FROM = 56
/** Distance of a stake from the middle of its triangle, in pixels. */
const BESIDE = 10

function Bet({ bet, isNamed, scale }: { bet: BetMark; isNamed: boolean; scale: ChartScale }) {
  const { epoch, position, stake, at, price } = bet
  const [, end] = scale.x.domain
  // The lock of the open round may be later than the end of the chart.
  const x = scale.x(Math.min(at, end))
  const isAtEnd = scale.x(end) - x < NAMED_FROM
  return (
    <g
      className={styles[POSITION_TONES[position]]}
      transform={`translate(${x} ${scale.y(toDollars(price)) + OFFSETS[position]})`}
      data-bet={epoch}
    >
      <path d={TRIANGLES[position]} />
      {isNamed && (
        <text
          className={styles['stake']}
          x={isAtEnd ? -BESIDE : BESIDE}
          dy="0.34em"
          textAnchor={isAtEnd ? 'end' : 'start'}
        >
          {formatUnits(stake, COIN_DECIMALS)}
        </text>
      )}
    </g>
  )
}

/** Whether the rounds are wide enough for the stakes. */
function hasRoomForStakes(bands: readonly ChartBand[], scale: ChartScale): boolean {
  const [first] = bands
  return first === undefined || scale.x(first.to) - scale.x(first.from) >= NAMED_FROM
}
