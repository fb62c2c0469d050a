import { HOME_WORDS } from './home-words.ts'
import styles from './how-it-works.module.css'

/** The rules in three lines, for somebody who has just come in. */
export function HowItWorks() {
  return (
    <ol className={styles['steps']} aria-label={HOME_WORDS.howTitle}>
      {HOME_WORDS.how.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  )
}
