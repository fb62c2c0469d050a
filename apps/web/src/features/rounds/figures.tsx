import type { Position } from '@bullring/prediction/payout'
import type { Wei } from '@bullring/prediction/units'
import type { ReactNode } from 'react'
import { useMessages } from '#i18n/language.ts'
import { classNames } from '#ui/class-names.ts'
import { formatBnb, formatMultiple } from '#ui/format.ts'
import { Icon } from '#ui/icon.tsx'
import { POSITION_MESSAGES, POSITION_TONES } from '#ui/position-messages.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './figures.module.css'
import { ROUND_MESSAGES } from './round-messages.ts'

type HeadlineProps = { label: string; aside?: ReactNode; children: ReactNode }

/** A card's one bold number with its name above. @param props.aside - A small thing to do with it. */
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

/** A quiet line: name left, value right. */
export function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles['figure']}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

export function Figures({ children }: { children: ReactNode }) {
  return <dl className={styles['figures']}>{children}</dl>
}

/** Amount with its unit beside it. */
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
  /** How the side came out; undefined while undecided. */
  result?: 'won' | 'lost' | undefined
  /** The visitor's own stake is here. */
  isOwn?: boolean
  children?: ReactNode
}

/** One side of the bet: what it pays, what is staked on it and, on the Next card, the way in. */
export function Side({ position, multiple, amount, result, isOwn = false, children }: SideProps) {
  const messages = useMessages(ROUND_MESSAGES)
  const tone = POSITION_TONES[position]
  return (
    <div
      className={classNames(
        styles['side'],
        styles[tone],
        result && styles[result],
        isOwn && styles['own'],
      )}
    >
      <p className={styles['name']}>
        <Icon name={tone} size={12} />
        {useMessages(POSITION_MESSAGES)[position]}
        {result && <VisuallyHidden>{messages.results[result]}</VisuallyHidden>}
        <span className={styles['multiple']}>
          {multiple === null ? <Skeleton characters={4} /> : formatMultiple(multiple)}
        </span>
      </p>
      <p className={styles['amount']}>
        {amount === null ? <Skeleton characters={9} /> : <Bnb amount={amount} />}
        <span>{messages.payout}</span>
      </p>
      {children}
    </div>
  )
}

export function Sides({ children }: { children: ReactNode }) {
  return <div className={styles['sides']}>{children}</div>
}
