import styles from './bars.module.css'
import { clockText } from './figures.ts'

type Bar = { at: number; value: number | null; text: string }

type BarsProps = {
  title: string
  /** Sum or highest value, in words. */
  total: string
  bars: readonly Bar[]
  tone: 'up' | 'down' | 'accent'
}

const HEIGHT = 40
const WIDTH = 6
const GAP = 2

/** A small chart of bars, with the same figures in a table for those who read it without a picture. */
export function Bars({ title, total, bars, tone }: BarsProps) {
  const highest = Math.max(...bars.map(({ value }) => value ?? 0), 0)
  const width = bars.length * (WIDTH + GAP)
  return (
    <figure className={styles['figure']}>
      <figcaption>
        <span>{title}</span> <b>{total}</b>
      </figcaption>
      <svg
        viewBox={`0 0 ${Math.max(width, 1)} ${HEIGHT}`}
        preserveAspectRatio="none"
        className={styles[tone]}
        aria-hidden="true"
      >
        {bars.map(({ at, value, text }, index) => {
          const height = highest === 0 ? 0 : ((value ?? 0) / highest) * HEIGHT
          return (
            <rect
              key={at}
              x={index * (WIDTH + GAP)}
              y={HEIGHT - height}
              width={WIDTH}
              height={height}
            >
              <title>{`${clockText(at)}: ${text}`}</title>
            </rect>
          )
        })}
      </svg>
      <table className={styles['table']}>
        <caption>{title}</caption>
        <tbody>
          {bars.map(({ at, text }) => (
            <tr key={at}>
              <th scope="row">{clockText(at)}</th>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles['axis']}>
        <span>{bars[0] && clockText(bars[0].at)}</span>
        <span>now</span>
      </p>
    </figure>
  )
}
