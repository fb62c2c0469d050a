import type { DisplayType } from '@bullring/prediction/round-state'
import type { Epoch } from '@bullring/prediction/units'
import { type ReactNode, useId } from 'react'
import { useMessages } from '#i18n/language.ts'
import { classNames } from '#ui/class-names.ts'
import ticketStyles from '#ui/ticket.module.css'
import { ROUND_MESSAGES } from '../round-messages.ts'
import styles from './round-card.module.css'

type RoundCardProps = {
  type: DisplayType
  /** Undefined while loading and for a round that does not exist yet. */
  epoch?: Epoch | undefined
  /** Short label of the round's state. */
  status: string
  /** The visitor's bet and how it stands. */
  standing?: ReactNode
  children: ReactNode
}

/** The frame of every card: a ticket stub with the round number, a tear line and the body. */
export function RoundCard(props: RoundCardProps) {
  const { type, epoch, status, standing, children } = props
  const messages = useMessages(ROUND_MESSAGES)
  const headingId = useId()
  return (
    <section
      aria-labelledby={headingId}
      className={classNames(
        ticketStyles['card'],
        type === 'expired' && ticketStyles['quiet'],
        styles['card'],
        styles[type],
      )}
      data-card={type}
    >
      <header className={classNames(ticketStyles['stub'], styles['stub'])}>
        <h3 id={headingId} className={styles['title']}>
          <span className={styles['dot']} aria-hidden="true" />
          {messages[type]}
          {epoch !== undefined && <span className={styles['epoch']}> #{epoch.toString()}</span>}
        </h3>
        <p className={styles['status']}>{status}</p>
      </header>
      {standing}
      <div className={styles['body']}>{children}</div>
    </section>
  )
}
