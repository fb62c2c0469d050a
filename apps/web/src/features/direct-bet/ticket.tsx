import { type ReactNode, useId } from 'react'
import { classNames } from '#ui/class-names.ts'
import styles from './ticket.module.css'

type TicketProps = {
  title: string
  /** Beside the title. */
  aside?: ReactNode
  tone?: 'work' | 'quiet'
  children: ReactNode
}

/** A card that looks like a ticket: a stub with the title, a tear line and the body. */
export function Ticket({ title, aside, tone = 'work', children }: TicketProps) {
  const id = useId()
  return (
    <section className={classNames(styles['ticket'], styles[tone])} aria-labelledby={id}>
      <header className={styles['stub']}>
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      <div className={styles['body']}>{children}</div>
    </section>
  )
}
