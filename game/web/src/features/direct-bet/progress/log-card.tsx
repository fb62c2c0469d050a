import { formatTime } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { classNames } from '#ui/class-names.ts'
import { DIRECT_LOG_MESSAGES } from '../direct-bet-messages.ts'
import { Ticket } from '../ticket.tsx'
import styles from './log-card.module.css'
import type { LogEntry } from './use-execution-log.ts'

const NO_TIME = '--:--:--'

/** The log of this visit, newest line first. */
export function LogCard({ entries }: { entries: readonly LogEntry[] }) {
  const messages = useMessages(DIRECT_LOG_MESSAGES)
  return (
    <Ticket title={messages.title} isQuiet>
      <div role="log" aria-label={messages.title}>
        {entries.length === 0 ? (
          <p className={styles['empty']}>{messages.empty}</p>
        ) : (
          <ol className={styles['lines']}>
            {entries.map((entry) => (
              <li key={entry.id} className={classNames(styles['line'], styles[entry.tone])}>
                <time>{entry.at === null ? NO_TIME : formatTime(entry.at)}</time>
                <span>{entry.text}</span>
              </li>
            ))}
          </ol>
        )}
      </div>
    </Ticket>
  )
}
