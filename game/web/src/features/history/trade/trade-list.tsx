import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { type Trade, tradeKey } from '#api/trade/trade.ts'
import { useMessages } from '#i18n/language.ts'
import { HISTORY_MESSAGES } from '../history-messages.ts'
import { DayHead } from './day-head.tsx'
import type { TradeDay } from './trade-days.ts'
import styles from './trade-list.module.css'
import { TradeRow } from './trade-row.tsx'

/** Height of a collapsed row in pixels. Expanded rows are measured. */
const ROW_HEIGHT = 53

/** Height of the line that names a day. */
const DAY_HEIGHT = 37

/** Rows rendered beyond the visible ones, so that fast scrolling shows no gap. */
const OVERSCAN = 8

/** Older rows are fetched this many rows before the end. */
const NEAR_END = 5

type TradeListProps = {
  trades: readonly Trade[]
  /** The day of each bet that is the newest of its day, by `tradeKey`. */
  days: ReadonlyMap<string, TradeDay>
  explorerUrl: string | null
  onShowRound: (trade: Trade) => void
  /** Called while the end of the list is in view; null while there is nothing to load. */
  onNearEnd: (() => void) | null
  /** Shown below the rows. */
  children: ReactNode
}

/** The rows of the history. Only visible rows are rendered, so ten thousand cost no more than ten. */
export function TradeList(props: TradeListProps) {
  const { trades, days, explorerUrl, onShowRound, onNearEnd, children } = props
  const messages = useMessages(HISTORY_MESSAGES)
  const scroller = useRef<HTMLElement>(null)
  const { isOpen, toggle } = useOpenRows()
  // A new function would make the virtualizer lay out all rows again on every scroll event.
  const getItemKey = useCallback(
    (index: number) => (trades[index] ? tradeKey(trades[index]) : index),
    [trades],
  )
  const estimateSize = useCallback(
    (index: number) => ROW_HEIGHT + (isFirstOfDay(trades[index], days) ? DAY_HEIGHT : 0),
    [trades, days],
  )
  const virtualizer = useVirtualizer({
    count: trades.length,
    getScrollElement: () => scroller.current,
    estimateSize,
    getItemKey,
    overscan: OVERSCAN,
  })
  const rows = virtualizer.getVirtualItems()
  const isNearEnd = (rows.at(-1)?.index ?? 0) >= trades.length - NEAR_END
  useEffect(() => {
    if (isNearEnd) onNearEnd?.()
  }, [isNearEnd, onNearEnd])

  return (
    <section ref={scroller} className={styles['list']} aria-label={messages.rounds}>
      <ul className={styles['rows']} style={{ height: virtualizer.getTotalSize() }}>
        {rows.map(({ key, index, start }) => {
          const trade = trades[index]
          return (
            trade && (
              <TradeRow
                key={key}
                ref={virtualizer.measureElement}
                trade={trade}
                place={{ index, count: trades.length, start }}
                day={<DayHead day={days.get(tradeKey(trade))} />}
                explorerUrl={explorerUrl}
                onShowRound={onShowRound}
                isOpen={isOpen(tradeKey(trade))}
                onToggle={() => toggle(tradeKey(trade))}
              />
            )
          )
        })}
      </ul>
      {children}
    </section>
  )
}

function isFirstOfDay(trade: Trade | undefined, days: TradeListProps['days']): boolean {
  return trade !== undefined && days.has(tradeKey(trade))
}

/** Returns the expanded rows, also while they are scrolled out of view. */
function useOpenRows() {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  return {
    isOpen: (key: string) => keys.has(key),
    toggle: (key: string) =>
      setKeys(
        (open) =>
          new Set(open.has(key) ? [...open].filter((other) => other !== key) : [...open, key]),
      ),
  }
}
