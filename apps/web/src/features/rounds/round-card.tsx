import type { DisplayType } from '@bullring/prediction/round-state'
import type { Epoch, Wei } from '@bullring/prediction/units'
import { type ReactNode, useId } from 'react'
import { formatBnb } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { POSITION_MESSAGES, POSITION_TONES } from '#ui/position-messages.ts'
import ticketStyles from '#ui/ticket.module.css'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './round-card.module.css'
import { ROUND_MESSAGES } from './round-messages.ts'
import type { UserBet } from './user-bet.ts'

type RoundCardProps = {
  type: DisplayType
  /** Undefined while loading and for a round that does not exist yet. */
  epoch?: Epoch | undefined
  /** Short label of the round's state. */
  status: string
  userBet?: UserBet | undefined
  /** What `userBet` pays; null for a lost bet. */
  userPayout?: Wei | null | undefined
  children: ReactNode
}

/** The frame of every card: a ticket stub with the round number, a tear line and the body. */
export function RoundCard(props: RoundCardProps) {
  const { type, epoch, status, userBet, userPayout = null, children } = props
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
          {messages.cards[type]}
          {epoch !== undefined && <span className={styles['epoch']}> #{epoch.toString()}</span>}
        </h3>
        {userBet ? (
          <>
            <VisuallyHidden>{status}</VisuallyHidden>
            <EnteredBadge bet={userBet} payout={userPayout} />
          </>
        ) : (
          <p className={styles['status']}>{status}</p>
        )}
      </header>
      <div className={styles['body']}>{children}</div>
    </section>
  )
}

function EnteredBadge({ bet, payout }: { bet: UserBet; payout: Wei | null }) {
  const messages = useMessages(ROUND_MESSAGES)
  const tone = POSITION_TONES[bet.position]
  return (
    <p className={classNames(styles['badge'], styles[tone])}>
      <Icon name={tone} size={10} />
      <span className={styles['side']}>{useMessages(POSITION_MESSAGES)[bet.position]}</span>{' '}
      <VisuallyHidden>{messages.entered}</VisuallyHidden>
      <b>
        {formatBnb(bet.stake)}
        {payout !== null && (
          <>
            <span className={styles['pays']}>
              <VisuallyHidden>{messages.pays}</VisuallyHidden>
            </span>
            {formatBnb(payout)}
          </>
        )}
        <span className={styles['unit']}> BNB</span>
      </b>
    </p>
  )
}
