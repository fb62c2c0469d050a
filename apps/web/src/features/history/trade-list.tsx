import type { Epoch } from '@bullring/prediction/units'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { Trade } from '#api/trade.ts'
import { useMessages } from '#i18n/language.ts'
import { HISTORY_MESSAGES } from './history-messages.ts'
import styles from './trade-list.module.css'
import { TradeRow } from './trade-row.tsx'

/** Height of a closed row in pixels; open ones are measured. */
const ROW_HEIGHT = 53

/** Rows drawn beyond the edges, so that a quick scroll does not show a gap. */
const BEYOND = 8

/** From this many rows before the end on, older ones are fetched. */
const NEAR_END = 5

type TradeListProps = {
  trades: readonly Trade[]
  explorerUrl: string | null
  /** Called when the end comes into sight, until it returns more rows or there are none. */
  onNearEnd: (() => void) | null
  /** What stands below the rows. */
  children: ReactNode
}

/** The rows of the history. Only those in sight are drawn: ten thousand are no more work than ten. */
export function TradeList({ trades, explorerUrl, onNearEnd, children }: TradeListProps) {
  const messages = useMessages(HISTORY_MESSAGES)
  const scroller = useRef<HTMLElement>(null)
  const { isOpen, toggle } = useOpenRows()
  // Another function for the same rows would have them all laid out again at each step of a scroll.
  const getItemKey = useCallback(
    (index: number) => trades[index]?.epoch.toString() ?? index,
    [trades],
  )
  const virtualizer = useVirtualizer({
    count: trades.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey,
    overscan: BEYOND,
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
                explorerUrl={explorerUrl}
                isOpen={isOpen(trade.epoch)}
                onToggle={() => toggle(trade.epoch)}
              />
            )
          )
        })}
      </ul>
      {children}
    </section>
  )
}

/** Which rows are unfolded: they stay so while they are out of sight. */
function useOpenRows() {
  const [epochs, setEpochs] = useState<ReadonlySet<Epoch>>(new Set())
  return {
    isOpen: (epoch: Epoch) => epochs.has(epoch),
    toggle: (epoch: Epoch) =>
      setEpochs(
        (open) =>
          new Set(
            open.has(epoch) ? [...open].filter((other) => other !== epoch) : [...open, epoch],
          ),
      ),
  }
}
