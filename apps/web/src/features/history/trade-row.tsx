import { useId, useState } from 'react'
import type { Trade } from '#api/trade.ts'
import { classNames } from '#ui/class-names.ts'
import { formatBnb, formatSignedBnb } from '#ui/format.ts'
import { Icon } from '#ui/icon.tsx'
import { POSITION_TONES, POSITION_WORDS } from '#ui/position-words.ts'
import { HISTORY_WORDS, OUTCOME_WORDS } from './history-words.ts'
import { TradeDetails } from './trade-details.tsx'
import { isUncollected, type TradeOutcome, tradeOutcome } from './trade-outcome.ts'
import styles from './trade-row.module.css'

/** Amount in a row's head: +profit, -stake, or "-" while there is nothing to say. Spec, section 2. */
export function signedAmount(trade: Trade, outcome: TradeOutcome): string {
  if (outcome === 'win') return formatSignedBnb(trade.winAmount)
  return outcome === 'lose' ? `-${formatBnb(trade.stake)}` : HISTORY_WORDS.unsigned
}

type TradeRowProps = { trade: Trade; explorerUrl: string | null }

/** One bet: its round and what it came to; the rest on demand. */
export function TradeRow({ trade, explorerUrl }: TradeRowProps) {
  const [isOpen, setOpen] = useState(false)
  const detailsId = useId()
  const outcome = tradeOutcome(trade)
  const tone = POSITION_TONES[trade.position]
  const amount = signedAmount(trade, outcome)
  return (
    <li className={styles['row']}>
      <h3>
        <button
          type="button"
          className={styles['head']}
          aria-expanded={isOpen}
          aria-controls={detailsId}
          onClick={() => setOpen(!isOpen)}
        >
          <span className={classNames(styles['side'], styles[tone])}>
            <Icon name={tone} size={10} />
            {POSITION_WORDS[trade.position]}
          </span>
          <span className={styles['epoch']}>#{trade.epoch.toString()}</span>
          <span className={classNames(styles['outcome'], styles[outcome])}>
            {isUncollected(trade) && <span className={styles['dot']} />}
            {OUTCOME_WORDS[outcome]}
          </span>
          <span className={classNames(styles['amount'], styles[outcome])}>
            {amount}
            {amount !== HISTORY_WORDS.unsigned && <span className={styles['unit']}> BNB</span>}
          </span>
          <span className={styles['chevron']}>
            <Icon name="chevron" size={14} />
          </span>
        </button>
      </h3>
      <div id={detailsId} hidden={!isOpen}>
        {isOpen && <TradeDetails trade={trade} outcome={outcome} explorerUrl={explorerUrl} />}
      </div>
    </li>
  )
}
