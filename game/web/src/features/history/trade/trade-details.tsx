import { type Position, refundMultiple } from '@bullring/prediction/payout'
import type { ReactNode } from 'react'
import type { Trade } from '#api/trade/trade.ts'
import { changeTone } from '#format/change-tone.ts'
import {
  formatBnb,
  formatHistoryBnb,
  formatMultiple,
  formatPrice,
  formatPriceChange,
} from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { classNames } from '#ui/class-names.ts'
import { Button } from '#ui/controls/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { POSITION_MESSAGES, POSITION_TONES } from '#ui/position-messages.ts'
import { HISTORY_MESSAGES, TRADE_OUTCOME_MESSAGES } from '../history-messages.ts'
import { lossOf, type TradeOutcome } from '../trade-outcome.ts'
import styles from './trade-details.module.css'
import { TransactionLine } from './transaction-line.tsx'

type TradeDetailsProps = {
  trade: Trade
  outcome: TradeOutcome
  explorerUrl: string | null
  onShowRound: (trade: Trade) => void
}

/** The expanded part of a row: the bet and its round (R-HISTORY-4, R-HISTORY-5). */
export function TradeDetails({ trade, outcome, explorerUrl, onShowRound }: TradeDetailsProps) {
  const messages = useMessages(HISTORY_MESSAGES)
  return (
    <div className={styles['details']}>
      <YourHistory trade={trade} outcome={outcome} />
      <RoundHistory trade={trade} />
      <div className={styles['actions']}>
        <Button tone="quiet" size="small" onClick={() => onShowRound(trade)}>
          <Icon name="check" size={14} />
          {messages.showRound}
        </Button>
        <TransactionLine hash={trade.transaction} explorerUrl={explorerUrl} />
      </div>
    </div>
  )
}

function YourHistory({ trade, outcome }: { trade: Trade; outcome: TradeOutcome }) {
  const messages = useMessages(HISTORY_MESSAGES)
  return (
    <dl>
      <Line label={<b>{messages.yourHistory}</b>}>
        <b>{useMessages(TRADE_OUTCOME_MESSAGES)[outcome]}</b>
      </Line>
      <Line label={messages.direction}>
        <Direction position={trade.position} />
      </Line>
      <Line label={messages.bet}>{formatBnb(trade.stake)} BNB</Line>
      <Line label={outcome === 'win' ? messages.winnings : messages.result}>
        {resultText(trade, outcome) ?? messages.pendingPrice}
      </Line>
      {outcome === 'lose' && trade.returnedAmount > 0n && (
        <Line label={trade.isClaimed ? messages.cameBack : messages.comesBack}>
          {formatBnb(trade.returnedAmount)} BNB
        </Line>
      )}
      {trade.claimAmount > 0n && (
        <Line label={messages.amountToClaim}>
          <b>{formatBnb(trade.claimAmount)} BNB</b>
        </Line>
      )}
    </dl>
  )
}

/** Returns null while there is no result. */
function resultText(trade: Trade, outcome: TradeOutcome): string | null {
  if (outcome === 'win') return `${formatHistoryBnb(trade.winAmount)} BNB`
  if (outcome === 'lose') return `${formatHistoryBnb(-lossOf(trade))} BNB`
  return outcome === 'refund' ? `${formatBnb(0n)} BNB` : null
}

function RoundHistory({ trade }: { trade: Trade }) {
  const messages = useMessages(HISTORY_MESSAGES)
  const { closePrice, lockPrice, priceChange, pot } = trade
  return (
    <section className={styles['round']}>
      <h4>{messages.roundHistory}</h4>
      <p className={styles['label']}>{messages.closedPrice}</p>
      <p className={styles['closed']}>
        {closePrice === null ? messages.pendingPrice : formatPrice(closePrice)}
        {closePrice !== null && priceChange !== null && <Change change={priceChange} />}
      </p>
      <dl>
        <Line label={messages.lockedPrice}>
          {lockPrice === null ? messages.pendingPrice : formatPrice(lockPrice)}
        </Line>
        <Line label={messages.prizePool}>{formatBnb(pot)} BNB</Line>
        <SideLine trade={trade} position="bull" />
        <SideLine trade={trade} position="bear" />
      </dl>
    </section>
  )
}

function SideLine({ trade, position }: { trade: Trade; position: Position }) {
  return (
    <Line label={<Direction position={position} />}>
      {formatMultiple(multipleOf(trade, position))}{' '}
      <span className={styles['quiet']}>{formatBnb(trade.pool[`${position}Amount`])} BNB</span>
    </Line>
  )
}

function multipleOf({ state, multiples, pool }: Trade, position: Position): number {
  return state === 'refund' ? refundMultiple(pool, position) : multiples[position]
}

function Change({ change }: { change: bigint }) {
  const tone = changeTone(change)
  return (
    <span className={classNames(styles['change'], styles[tone])}>
      {tone !== 'even' && <Icon name={tone} size={10} />}
      {formatPriceChange(change)}
    </span>
  )
}

function Direction({ position }: { position: Position }) {
  const tone = POSITION_TONES[position]
  return (
    <span className={classNames(styles['direction'], styles[tone])}>
      <Icon name={tone} size={10} />
      {useMessages(POSITION_MESSAGES)[position]}
    </span>
  )
}

function Line({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className={styles['line']}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
