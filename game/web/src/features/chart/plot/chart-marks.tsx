import { POSITION_TONES } from '#ui/position-messages.ts'
import type { BetMark } from '../bet-mark.ts'
import type { ChartBand } from '../chart-band.ts'
import { type ChartScale, toDollars } from '../scale/chart-scale.ts'
import styles from './chart-marks.module.css'

/** Triangles around the origin that point in the direction of the bet. */
const TRIANGLES = { bull: 'M0 -6 6 5H-6Z', bear: 'M0 6 6 -5H-6Z' } as const

/** Marks where rounds closed and where the visitor bet. Drawn above the line and below the cursor. */
export function ChartMarks(props: {
  bands: readonly ChartBand[]
  bets: readonly BetMark[]
  scale: ChartScale
}) {
  const { bands, bets, scale } = props
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
      {bets.map(({ epoch, position, at, price }) => (
        <path
          key={epoch}
          className={styles[POSITION_TONES[position]]}
          d={TRIANGLES[position]}
          transform={`translate(${scale.x(at)} ${scale.y(toDollars(price))})`}
          data-bet={epoch}
        />
      ))}
    </>
  )
}
