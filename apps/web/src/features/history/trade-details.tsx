import type { Position } from '@bullring/prediction/payout'
import type { ReactNode } from 'react'
import type { Trade } from '#api/trade.ts'
import { useWords } from '#i18n/language.ts'
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
import { HISTORY_WORDS } from './history-words.ts'
import styles from './trade-details.module.css'
import type { TradeOutcome } from './trade-outcome.ts'

type TradeDetailsProps = { trade: Trade; outcome: TradeOutcome; explorerUrl: string | null }

/** What unfolds under a row: the bet and the round it was on. */
export function TradeDetails({ trade, outcome, explorerUrl }: TradeDetailsProps) {
  const words = useWords(HISTORY_WORDS)
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
          {words.transaction}
          <Icon name="out" size={12} />
        </a>
      )}
    </div>
  )
}

function YourHistory({ trade, outcome }: { trade: Trade; outcome: TradeOutcome }) {
  const words = useWords(HISTORY_WORDS)
  return (
    <dl>
      <Line label={<b>{words.yourHistory}</b>}>
        <b>{words.outcomes[outcome]}</b>
      </Line>
      <Line label={words.direction}>
        <Direction position={trade.position} />
      </Line>
      <Line label={words.bet}>{formatBnb(trade.stake)} BNB</Line>
      <Line label={outcome === 'win' ? words.winnings : words.result}>
        {resultText(trade, outcome) ?? words.pendingPrice}
      </Line>
      {trade.claimAmount > 0n && (
        <Line label={words.amountToCollect}>
          <b>{formatBnb(trade.claimAmount)} BNB</b>
        </Line>
      )}
    </dl>
  )
}

/** Null while there is no result. */
function resultText(trade: Trade, outcome: TradeOutcome): string | null {
  if (outcome === 'win') return `${formatSignedBnb(trade.winAmount)} BNB`
  if (outcome === 'lose') return `-${formatBnb(trade.stake)} BNB`
  return outcome === 'refund' ? `${formatBnb(0n)} BNB` : null
}

function RoundHistory({ trade }: { trade: Trade }) {
  const words = useWords(HISTORY_WORDS)
  const { closePrice, lockPrice, priceChange, pot } = trade
  return (
    <section className={styles['round']}>
      <h4>{words.roundHistory}</h4>
      <p className={styles['label']}>{words.closedPrice}</p>
      <p className={styles['closed']}>
        {closePrice === null ? words.pendingPrice : formatPrice(closePrice)}
        {closePrice !== null && priceChange !== null && <Change change={priceChange} />}
      </p>
      <dl>
        <Line label={words.lockedPrice}>
          {lockPrice === null ? words.pendingPrice : formatPrice(lockPrice)}
        </Line>
        <Line label={words.prizePool}>{formatBnb(pot)} BNB</Line>
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

/** A refund pays every stake back once, whatever the odds were. */
function multipleOf({ state, multiples, pool }: Trade, position: Position): number {
  if (state !== 'refund') return multiples[position]
  return pool[`${position}Amount`] === 0n ? 0 : 1
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
      {useWords(POSITION_WORDS)[position]}
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
