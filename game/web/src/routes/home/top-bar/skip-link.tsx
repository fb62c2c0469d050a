import { useMessages } from '#i18n/language.ts'
import { HOME_MESSAGES } from '../home-messages.ts'
import styles from './skip-link.module.css'

/** Leads past the top bar, clock and chart to the card that takes bets; shown when it has the focus. */
export function SkipLink() {
  const messages = useMessages(HOME_MESSAGES)
  return (
    <button type="button" className={styles['skip']} onClick={focusNextCard}>
      {messages.skip}
    </button>
  )
}

function focusNextCard(): void {
  const card = document.querySelector<HTMLElement>('[data-card="next"]')
  if (card === null) return
  card.tabIndex = -1
  card.focus()
}
