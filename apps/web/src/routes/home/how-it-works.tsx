import { useWords } from '#i18n/language.ts'
import { HOME_WORDS } from './home-words.ts'
import styles from './how-it-works.module.css'

/** The rules in three lines, for somebody who has just come in. */
export function HowItWorks() {
  const words = useWords(HOME_WORDS)
  return (
    <ol className={styles['steps']} aria-label={words.howTitle}>
      {words.how.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  )
}
