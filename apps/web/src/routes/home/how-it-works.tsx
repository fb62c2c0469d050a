import { useMarketRules } from '#api/market-rules.ts'
import { useMessages } from '#i18n/language.ts'
import styles from './how-it-works.module.css'
import { HOW_IT_WORKS_MESSAGES } from './how-it-works-messages.ts'
import { howItWorks } from './how-it-works-text.ts'

/** The rules in a few lines, for new visitors. */
export function HowItWorks() {
  const messages = useMessages(HOW_IT_WORKS_MESSAGES)
  const steps = howItWorks(useMarketRules(), messages)
  return (
    <ol className={styles['steps']} aria-label={messages.title}>
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  )
}
