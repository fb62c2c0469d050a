import { useMarketRules } from '#api/market-rules.ts'
import { useMessages } from '#i18n/language.ts'
import { HOME_MESSAGES } from './home-messages.ts'
import styles from './how-it-works.module.css'

/** The rules in a few lines, for new visitors. */
export function HowItWorks() {
  const messages = useMessages(HOME_MESSAGES)
  const steps = messages.how(useMarketRules())
  return (
    <ol className={styles['steps']} aria-label={messages.howTitle}>
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  )
}
