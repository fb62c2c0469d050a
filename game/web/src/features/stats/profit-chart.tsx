import { type ChangeEvent, type PointerEvent, useId, useMemo, useState } from 'react'
import { useMarketReach } from '#api/market/market-reach.ts'
import type { ProfitPoint } from '#api/trade/profit-line.ts'
import { changeTone } from '#format/change-tone.ts'
import { formatDayAndHour, formatSignedBnb } from '#format/format.ts'
import { useLanguage, useMessages } from '#i18n/language.ts'
import { classNames } from '#ui/class-names.ts'
import { type LineGeometry, lineGeometry, nearestPoint } from './line-geometry.ts'
import styles from './profit-chart.module.css'
import { PROFIT_MESSAGES } from './stats-messages.ts'

/** Net results as a line. Pointer and arrow keys read single rounds. */
export function ProfitChart({ decided }: { decided: readonly ProfitPoint[] }) {
  const messages = useMessages(PROFIT_MESSAGES)
  const line = useMemo(() => lineGeometry(decided), [decided])
  const [chosen, setChosen] = useState<number | null>(null)
  const last = line.points.length - 1
  const index = Math.min(chosen ?? last, last)
  // A single result would be a triangle: its words say all of it.
  const isLine = decided.length > 1
  const net = line.points[last]?.netResults ?? 0n
  return (
    <figure className={styles['figure']}>
      <figcaption className={styles['head']}>
        <span className={styles['title']}>{messages.title}</span>
        <Reading line={line} index={index} />
      </figcaption>
      {isLine && (
        <>
          <div className={styles['plot']}>
            <Line line={line} net={net} />
            <Marker
              place={line.places[index]}
              tone={changeTone(line.points[index]?.netResults ?? 0n)}
            />
            <Levels line={line} />
            <Reader line={line} index={index} onIndex={setChosen} />
          </div>
          <p className={styles['times']}>
            <span>{messages.start}</span>
            <LastTime decided={decided} />
          </p>
        </>
      )}
    </figure>
  )
}

type PartProps = { line: LineGeometry }

/** The values of one point of the line. */
function Reading({ line, index }: PartProps & { index: number }) {
  const messages = useMessages(PROFIT_MESSAGES)
  const language = useLanguage()
  const { isOverAll } = useMarketReach()
  const point = line.points[index]
  if (point === undefined) return null
  const { symbol, epoch, rounds, netResults, placedAt } = point
  return (
    <span className={styles['reading']}>
      <b className={styles[changeTone(netResults)]}>{formatSignedBnb(netResults)} BNB</b>{' '}
      {messages.after({ rounds })}
      {epoch !== undefined && ` · ${isOverAll ? `${symbol} ` : ''}#${epoch}`}
      {placedAt !== undefined && ` · ${formatDayAndHour(placedAt, language)}`}
    </span>
  )
}

function Line({ line: { places, zeroY }, net }: PartProps & { net: bigint }) {
  const gradient = useId()
  const path = places.map(({ x, y }) => `${x},${y}`).join(' ')
  const [first, last] = [places[0]?.x ?? 0, places.at(-1)?.x ?? 0]
  return (
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <defs>
        <linearGradient id={gradient} gradientUnits="userSpaceOnUse" x1="0" x2="0" y1="0" y2="100">
          <stop offset={`${zeroY}%`} className={styles['above']} />
          <stop offset={`${zeroY}%`} className={styles['below']} />
        </linearGradient>
      </defs>
      <polygon points={`${first},${zeroY} ${path} ${last},${zeroY}`} fill={`url(#${gradient})`} />
      <line x1="0" x2="100" y1={zeroY} y2={zeroY} className={styles['zero']} />
      <polyline points={path} className={classNames(styles['line'], styles[changeTone(net)])} />
    </svg>
  )
}

type MarkerProps = { place: { x: number; y: number } | undefined; tone: string }

function Marker({ place, tone }: MarkerProps) {
  if (place === undefined) return null
  return (
    <span
      className={classNames(styles['marker'], styles[tone])}
      style={{ left: `${place.x}%`, top: `${place.y}%` }}
    />
  )
}

/** The highest and the lowest sum, and 0 unless one of them is 0. */
function Levels({ line: { highest, lowest, zeroY } }: PartProps) {
  const levels = [
    { y: 0, net: highest },
    ...(highest > 0n && lowest < 0n && zeroY > 14 && zeroY < 86 ? [{ y: zeroY, net: 0n }] : []),
    ...(lowest < highest ? [{ y: 100, net: lowest }] : []),
  ]
  return levels.map(({ y, net }) => (
    <span key={y} className={styles['level']} style={{ top: `${y}%` }} aria-hidden="true">
      {formatSignedBnb(net)}
    </span>
  ))
}

type ReaderProps = PartProps & { index: number; onIndex: (index: number | null) => void }

/** An invisible slider over the line: the keyboard moves it, and a pointer above it reads too. */
function Reader({ line, index, onIndex }: ReaderProps) {
  const messages = useMessages(PROFIT_MESSAGES)
  const point = line.points[index]
  const final = line.points.at(-1)
  const read = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    onIndex(nearestPoint(line, ((clientX - left) / width) * 100))
  }
  const summary = messages.summary({
    rounds: final?.rounds ?? 0,
    net: formatSignedBnb(final?.netResults ?? 0n),
    highest: formatSignedBnb(line.highest),
    lowest: formatSignedBnb(line.lowest),
  })
  return (
    <input
      type="range"
      className={styles['reader']}
      aria-label={`${messages.title}. ${summary} ${messages.point}`}
      aria-valuetext={
        point &&
        `${formatSignedBnb(point.netResults)} BNB ${messages.after({ rounds: point.rounds })}`
      }
      min={0}
      max={line.points.length - 1}
      value={index}
      onChange={(event: ChangeEvent<HTMLInputElement>) => onIndex(event.target.valueAsNumber)}
      onPointerMove={read}
      onPointerDown={read}
      onPointerLeave={() => onIndex(null)}
    />
  )
}

function LastTime({ decided }: { decided: readonly ProfitPoint[] }) {
  const language = useLanguage()
  const last = decided.at(-1)
  return last && <span>{formatDayAndHour(last.placedAt, language)}</span>
}
