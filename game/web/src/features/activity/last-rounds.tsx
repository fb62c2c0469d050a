import type { Epoch } from '@bullring/prediction/units'
import { useId } from 'react'
import type { Round } from '#api/round/round.ts'
import { changeTone } from '#format/change-tone.ts'
import { formatBnb, formatPrice, formatPriceChange } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import type { MessagesOf } from '#i18n/message.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { ACTIVITY_MESSAGES } from './activity-messages.ts'
import styles from './rail-card.module.css'
import { RailSkeleton } from './rail-skeleton.tsx'

type LastRoundsProps = {
  /** Newest first; undefined while loading. */
  rounds: readonly Round[] | undefined
  onOpen: (epoch: Epoch) => void
}

/** The newest closed rounds, with their result. Each opens its round. */
export function LastRounds({ rounds, onOpen }: LastRoundsProps) {
  const messages = useMessages(ACTIVITY_MESSAGES)
  const headingId = useId()
  return (
    <section className={styles['card']} aria-labelledby={headingId}>
      <h2 id={headingId} className={styles['title']}>
        {messages.rounds}
      </h2>
      {rounds === undefined && <RailSkeleton />}
      {rounds?.length === 0 && <p className={styles['empty']}>{messages.noRounds}</p>}
      {rounds !== undefined && rounds.length > 0 && (
        <ol className={styles['list']}>
          {rounds.map((round) => (
            <li key={round.epoch.toString()}>
              <button
                type="button"
                className={styles['row']}
                aria-haspopup="dialog"
                onClick={() => onOpen(round.epoch)}
              >
                <RoundRow round={round} />
              </button>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function RoundRow({ round }: { round: Round }) {
  const messages = useMessages(ACTIVITY_MESSAGES)
  const { epoch, state, closePrice, priceChange, pot } = round
  const hasMoved = state.kind === 'settled' || state.kind === 'empty'
  const tone = hasMoved ? changeTone(priceChange ?? 0n) : 'even'
  return (
    <>
      <span className={classNames(styles['badge'], styles[tone])}>
        {tone === 'even' ? <span className={styles['equals']} /> : <Icon name={tone} size={12} />}
      </span>
      <span className={styles['main']}>
        <span>#{epoch.toString()}</span>
        <small>{formatBnb(pot)} BNB</small>
      </span>
      <span className={classNames(styles['end'], styles[tone])}>
        <b>{outcomeText(round, messages)}</b>
        <small>
          {closePrice !== null && formatPrice(closePrice)}
          {priceChange !== null && priceChange !== 0n && ` ${formatPriceChange(priceChange)}`}
        </small>
      </span>
    </>
  )
}

function outcomeText({ state }: Round, messages: MessagesOf<typeof ACTIVITY_MESSAGES>): string {
  if (state.kind === 'refund') return messages.refunded
  if (state.kind === 'empty') return messages.empty
  if (state.kind !== 'settled') return messages.pending
  return state.winner === null ? messages.houseWon : messages.won({ winner: state.winner })
}
