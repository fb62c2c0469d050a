import type { DisplayType } from '@bullring/prediction/round-state'
import type { ReactNode } from 'react'
import { useMessages } from '#i18n/language.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { MY_BET_MESSAGES } from './my-bet-messages.ts'
import styles from './my-bet-strip.module.css'

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'

/** An open bet: the card of its round, and a line that says how it stands. */
export type StripBet = { epoch: bigint; card: DisplayType; line: ReactNode }

/** The visitor's open bets, always in view. A click scrolls to the card of the round. */
export function MyBetStrip({ bets }: { bets: readonly StripBet[] }) {
  const messages = useMessages(MY_BET_MESSAGES)
  return (
    <section className={styles['strip']} aria-label={messages.title}>
      {bets.length === 0 && <p className={styles['none']}>{messages.none}</p>}
      {bets.map(({ epoch, card, line }) => (
        <button
          key={epoch.toString()}
          type="button"
          className={styles['bet']}
          onClick={() => showCard(card)}
        >
          {line}
          <VisuallyHidden>{messages.showRound({ epoch: epoch.toString() })}</VisuallyHidden>
        </button>
      ))}
    </section>
  )
}

/** Scrolls the page and the row to a card. */
function showCard(card: DisplayType): void {
  const isStill = window.matchMedia(REDUCED_MOTION).matches
  document.querySelector(`[data-card="${card}"]`)?.scrollIntoView({
    behavior: isStill ? 'instant' : 'smooth',
    block: 'nearest',
    inline: 'center',
  })
}
