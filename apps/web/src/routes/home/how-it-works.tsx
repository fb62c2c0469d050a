import { useMessages } from '#i18n/language.ts'
import { HOME_MESSAGES } from './home-messages.ts'
import styles from './how-it-works.module.css'

/** The rules in three lines, for new visitors. */
export function HowItWorks() {
  const messages = useMessages(HOME_MESSAGES)
  return (
    <ol className={styles['steps']} aria-label={messages.howTitle}>
      {messages.how.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  )
}
