import type { Position } from '@bullring/prediction/payout'
import type { ReactNode } from 'react'
import type { Trade } from '#api/trade.ts'
import { classNames } from '#ui/class-names.ts'
import {
  formatBnb,
  formatMultiple,
  formatPrice,
  formatPriceChange,
  formatSignedBnb,
} from '#ui/format.ts'
import { Icon } from '#ui/icon.tsx'
import { POSITION_TONES, POSITION_WORDS } from '#ui/position-words.ts'
import { HISTORY_WORDS, OUTCOME_WORDS } from './history-words.ts'
import styles from './trade-details.module.css'
import type { TradeOutcome } from './trade-outcome.ts'

type TradeDetailsProps = { trade: Trade; outcome: TradeOutcome; explorerUrl: string | null }

/** What unfolds under a row: the bet and the round it was on. */
export function TradeDetails({ trade, outcome, explorerUrl }: TradeDetailsProps) {
  return (
    <div className={styles['details']}>
      <YourHistory trade={trade} outcome={outcome} />
      <RoundHistory trade={trade} />
      {explorerUrl !== null && (
        <a
          className={styles['link']}
          href={`${explorerUrl}/tx/${trade.transaction}`}
          target="_blank"
          rel="noreferrer"
        >
          {HISTORY_WORDS.transaction}
          <Icon name="out" size={12} />
        </a>
      )}
    </div>
  )
}

function YourHistory({ trade, outcome }: { trade: Trade; outcome: TradeOutcome }) {
  return (
    <dl>
      <Line label={<b>{HISTORY_WORDS.yourHistory}</b>}>
        <b>{OUTCOME_WORDS[outcome]}</b>
      </Line>
      <Line label={HISTORY_WORDS.direction}>
        <Direction position={trade.position} />
      </Line>
      <Line label={HISTORY_WORDS.bet}>{formatBnb(trade.stake)} BNB</Line>
      <Line label={outcome === 'win' ? HISTORY_WORDS.winnings : HISTORY_WORDS.result}>
        {resultText(trade, outcome)}
      </Line>
      {trade.claimAmount > 0n && (
        <Line label={HISTORY_WORDS.amountToCollect}>
          <b>{formatBnb(trade.claimAmount)} BNB</b>
        </Line>
      )}
    </dl>
  )
}

function resultText(trade: Trade, outcome: TradeOutcome): string {
  if (outcome === 'win') return `${formatSignedBnb(trade.winAmount)} BNB`
  if (outcome === 'lose') return `-${formatBnb(trade.stake)} BNB`
  return outcome === 'refund' ? `${formatBnb(0n)} BNB` : HISTORY_WORDS.pendingPrice
}

function RoundHistory({ trade }: { trade: Trade }) {
  const { closePrice, lockPrice, priceChange, pot } = trade
  return (
    <section className={styles['round']}>
      <h4>{HISTORY_WORDS.roundHistory}</h4>
      <p className={styles['label']}>{HISTORY_WORDS.closedPrice}</p>
      <p className={styles['closed']}>
        {closePrice === null ? HISTORY_WORDS.pendingPrice : formatPrice(closePrice)}
        {closePrice !== null && priceChange !== null && <Change change={priceChange} />}
      </p>
      <dl>
        <Line label={HISTORY_WORDS.lockedPrice}>
          {lockPrice === null ? HISTORY_WORDS.pendingPrice : formatPrice(lockPrice)}
        </Line>
        <Line label={HISTORY_WORDS.prizePool}>{formatBnb(pot)} BNB</Line>
        <SideLine trade={trade} position="bull" />
        <SideLine trade={trade} position="bear" />
      </dl>
    </section>
  )
}

function SideLine({ trade, position }: { trade: Trade; position: Position }) {
  return (
    <Line label={<Direction position={position} />}>
      {formatMultiple(trade.multiples[position])}{' '}
      <span className={styles['quiet']}>{formatBnb(trade.pool[`${position}Amount`])} BNB</span>
    </Line>
  )
}

function Change({ change }: { change: bigint }) {
  const tone = change === 0n ? 'even' : change > 0n ? 'up' : 'down'
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
      {POSITION_WORDS[position]}
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
