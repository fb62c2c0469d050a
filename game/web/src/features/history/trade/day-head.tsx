import { changeTone } from '#format/change-tone.ts'
import { formatHistoryBnb } from '#format/format.ts'
import { useLanguage, useMessages } from '#i18n/language.ts'
import { classNames } from '#ui/class-names.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { HISTORY_MESSAGES } from '../history-messages.ts'
import styles from './day-head.module.css'
import { dayText, type TradeDay } from './trade-days.ts'

/** Names the day of the bets below it, with their total. Renders nothing within a day. */
export function DayHead({ day }: { day: TradeDay | undefined }) {
  const messages = useMessages(HISTORY_MESSAGES)
  const language = useLanguage()
  if (day === undefined) return null
  return (
    <div className={styles['day']}>
      <h3>{dayText(day.date, { messages, language, nowMs: Date.now() })}</h3>
      {day.net !== null && (
        <p className={classNames(styles['net'], styles[changeTone(day.net)])}>
          <VisuallyHidden>{messages.dayTotal}</VisuallyHidden> {formatHistoryBnb(day.net)} BNB
        </p>
      )}
    </div>
  )
}
