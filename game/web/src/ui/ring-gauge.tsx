import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './ring-gauge.module.css'

/** An arc of the ring, in turns clockwise from 12 o'clock. `from` may be negative. */
export type RingArc = { from: number; to: number; tone: 'up' | 'down' | 'amber' | 'quiet' }

type RingGaugeProps = {
  arcs: readonly RingArc[]
  /** Width of the stroke as a share of the ring's width. */
  thickness?: number
  /** Divides the ring into this many seats; 0 for none. */
  seats?: number
  /** Shown in the middle. */
  children?: ReactNode
  className?: string | undefined
}

const SIZE = 200

/** A ring whose arcs show shares of time or money. */
export function RingGauge({
  arcs,
  thickness = 0.09,
  seats = 0,
  children,
  className,
}: RingGaugeProps) {
  const stroke = SIZE * thickness
  const radius = (SIZE - stroke) / 2
  const circle = { cx: SIZE / 2, cy: SIZE / 2, r: radius, strokeWidth: stroke }
  return (
    <div className={classNames(styles['gauge'], className)}>
      <svg viewBox={`0 0 ${SIZE} ${SIZE}`} aria-hidden="true">
        <circle {...circle} className={styles['track']} />
        {arcs.map((arc) => (
          <circle
            key={arc.tone}
            {...circle}
            pathLength={1}
            className={classNames(styles['arc'], styles[arc.tone])}
            style={{
              strokeDasharray: `${Math.max(0, arc.to - arc.from)} 2`,
              transform: `rotate(${arc.from - 0.25}turn)`,
            }}
          />
        ))}
        {seats > 0 && <Aisles count={seats} radius={radius} stroke={stroke} />}
      </svg>
      <div className={styles['middle']}>{children}</div>
    </div>
  )
}

/** Thin gaps across the ring, like the aisles of an arena. */
function Aisles({ count, radius, stroke }: { count: number; radius: number; stroke: number }) {
  const step = (2 * Math.PI * radius) / count
  const cut = Math.min(3, step / 3)
  return (
    <circle
      cx={SIZE / 2}
      cy={SIZE / 2}
      r={radius}
      className={styles['aisles']}
      strokeWidth={stroke + 2}
      strokeDasharray={`${cut} ${step - cut}`}
      strokeDashoffset={cut / 2}
    />
  )
}
