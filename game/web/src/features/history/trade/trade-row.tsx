import { type ReactNode, type Ref, useId } from 'react'
import { useMarketReach } from '#api/market/market-reach.ts'
import type { Trade } from '#api/trade/trade.ts'
import { formatHistoryBnb, formatHour } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { POSITION_MESSAGES, POSITION_TONES } from '#ui/position-messages.ts'
import { TRADE_OUTCOME_MESSAGES } from '../history-messages.ts'
import { isGain, isUnclaimed, lossOf, type TradeOutcome, tradeOutcome } from '../trade-outcome.ts'
import { TradeDetails } from './trade-details.tsx'
import styles from './trade-row.module.css'

/** Placeholder for an amount while there is none. */
const UNSIGNED = '-'

/** Returns the amount in a row's title: +profit, -loss, or "-" without a result (R-HISTORY-3). */
export function signedAmount(trade: Trade, outcome: TradeOutcome): string {
  if (outcome === 'win') return formatHistoryBnb(trade.winAmount)
  return outcome === 'lose' ? formatHistoryBnb(-lossOf(trade)) : UNSIGNED
}

type TradeRowProps = {
  ref: Ref<HTMLLIElement>
  trade: Trade
  /** Position in the whole list, of which only a part is rendered; `start` in pixels. */
  place: { index: number; count: number; start: number }
  /** Shown above the first bet of a day. */
  day: ReactNode
  explorerUrl: string | null
  isOpen: boolean
  onToggle: () => void
  onShowRound: (trade: Trade) => void
}

/** One bet: its round and result, and the details on demand. */
export function TradeRow(props: TradeRowProps) {
  const { ref, trade, place, day, explorerUrl, isOpen, onToggle, onShowRound } = props
  const outcomes = useMessages(TRADE_OUTCOME_MESSAGES)
  const positions = useMessages(POSITION_MESSAGES)
  const { isOverAll } = useMarketReach()
  const detailsId = useId()
  const outcome = tradeOutcome(trade)
  const tone = POSITION_TONES[trade.position]
  const amount = signedAmount(trade, outcome)
  return (
    <li
      ref={ref}
      className={styles['row']}
      style={{ transform: `translateY(${place.start}px)` }}
      data-index={place.index}
      aria-setsize={place.count}
      aria-posinset={place.index + 1}
    >
      {day}
      <h4 className={styles['title']}>
        <button
          type="button"
          className={styles['head']}
          aria-expanded={isOpen}
          aria-controls={detailsId}
          onClick={onToggle}
        >
          <span className={classNames(styles['side'], styles[tone])}>
            <Icon name={tone} size={10} />
            {positions[trade.position]}
          </span>
          <span className={styles['epoch']}>
            <span>
              {isOverAll && <b>{trade.symbol} </b>}#{trade.epoch.toString()}
            </span>
            <time className={styles['time']}>{formatHour(trade.placedAt)}</time>
          </span>
          <span
            className={classNames(
              styles['result'],
              styles[outcome],
              isGain(trade) && styles['gain'],
            )}
          >
            <span className={styles['outcome']}>
              {isUnclaimed(trade) && <span className={styles['dot']} />}
              {outcomes[outcome]}
            </span>
            <span className={styles['amount']}>
              {amount}
              {amount !== UNSIGNED && <span className={styles['unit']}> BNB</span>}
            </span>
          </span>
          <span className={styles['chevron']}>
            <Icon name="chevron" size={14} />
          </span>
        </button>
      </h4>
      <div id={detailsId} hidden={!isOpen}>
        {isOpen && (
          <TradeDetails
            trade={trade}
            outcome={outcome}
            explorerUrl={explorerUrl}
            onShowRound={onShowRound}
          />
        )}
      </div>
    </li>
  )
}
