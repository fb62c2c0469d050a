import { type ReactNode, useId } from 'react'
import { classNames } from '#ui/class-names.ts'
import ticketStyles from '#ui/ticket.module.css'
import styles from './ticket.module.css'

type TicketProps = {
  title: string
  /** Beside the title. */
  aside?: ReactNode
  isQuiet?: boolean
  children: ReactNode
}

/** A card that looks like a ticket: a stub with the title, a tear line and the body. */
export function Ticket({ title, aside, isQuiet = false, children }: TicketProps) {
  const id = useId()
  return (
    <section
      className={classNames(
        ticketStyles['card'],
        isQuiet && ticketStyles['quiet'],
        styles['ticket'],
      )}
      aria-labelledby={id}
    >
      <header className={ticketStyles['stub']}>
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      <div className={styles['body']}>{children}</div>
    </section>
  )
}
