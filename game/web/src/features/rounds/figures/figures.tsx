import type { Position } from '@bullring/prediction/payout'
import type { Wei } from '@bullring/prediction/units'
import type { ReactNode } from 'react'
import { formatBnb, formatMultiple } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { POSITION_MESSAGES, POSITION_TONES } from '#ui/position-messages.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { ROUND_MESSAGES } from '../round-messages.ts'
import styles from './figures.module.css'

type HeadlineProps = { label: string; aside?: ReactNode; children: ReactNode }

/**
 * A card's one large number under its label.
 *
 * @param props.aside - A small button beside the label.
 */
export function Headline({ label, aside, children }: HeadlineProps) {
  return (
    <dl className={styles['headline']}>
      <dt>
        {label}
        {aside}
      </dt>
      <dd>{children}</dd>
    </dl>
  )
}

/** A small line: label on the left, value on the right. */
export function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles['figure']}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The list of a card's figures. */
export function Figures({ children }: { children: ReactNode }) {
  return <dl className={styles['figures']}>{children}</dl>
}

/** An amount with its unit. */
export function Bnb({ amount }: { amount: Wei }) {
  return (
    <>
      {formatBnb(amount)} <span className={styles['unit']}>BNB</span>
    </>
  )
}

type SideProps = {
  position: Position
  /** Null while loading. */
  multiple: number | null
  amount: Wei | null
  /** Undefined while the round is undecided. */
  result?: 'won' | 'lost' | undefined
  /** The visitor has bet on this side. */
  hasUserBet?: boolean
  children?: ReactNode
}

/** One side of a round: its payout multiple, its stakes and, on the Next card, the button to enter. */
export function Side({
  position,
  multiple,
  amount,
  result,
  hasUserBet = false,
  children,
}: SideProps) {
  const messages = useMessages(ROUND_MESSAGES)
  const tone = POSITION_TONES[position]
  return (
    <div
      className={classNames(
        styles['side'],
        styles[tone],
        result && styles[result],
        hasUserBet && styles['entered'],
      )}
    >
      <p className={styles['name']}>
        <Icon name={tone} size={12} />
        {useMessages(POSITION_MESSAGES)[position]}
        {result && (
          <span className={styles['result']}>
            {result === 'won' ? messages.sideWon : messages.sideLost}
          </span>
        )}
        <span className={styles['multiple']}>
          {multiple === null ? <Skeleton characters={4} /> : formatMultiple(multiple)}
        </span>
      </p>
      <p className={styles['amount']}>
        {amount === null ? <Skeleton characters={9} /> : <Bnb amount={amount} />} {messages.staked}
      </p>
      {children}
    </div>
  )
}

/** The two sides, next to each other. */
export function Sides({ children }: { children: ReactNode }) {
  return <div className={styles['sides']}>{children}</div>
}
