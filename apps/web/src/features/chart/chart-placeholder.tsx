import type { ReactNode } from 'react'
import { useMessages } from '#i18n/language.ts'
import { Button } from '#ui/button.tsx'
import styles from './chart-card.module.css'
import { CHART_MESSAGES } from './chart-messages.ts'

/** The chart's card while its code is on the way. */
export function ChartPlaceholder() {
  return (
    <EmptyCard>
      <div className={styles['loading']} aria-hidden="true" />
    </EmptyCard>
  )
}

/** The chart's card when its code did not come. */
export function ChartNotLoaded({ onRetry }: { onRetry: () => void }) {
  const messages = useMessages(CHART_MESSAGES)
  return (
    <EmptyCard>
      <div className={styles['message']}>
        <p>{messages.notLoaded}</p>
        <Button tone="quiet" size="small" onClick={onRetry}>
          {messages.retry}
        </Button>
      </div>
    </EmptyCard>
  )
}

/** The same geometry as the card with the chart, so that nothing moves. */
function EmptyCard({ children }: { children: ReactNode }) {
  return (
    <section className={styles['card']} aria-label={useMessages(CHART_MESSAGES).title}>
      <header className={styles['head']} />
      <div className={styles['plot']}>{children}</div>
    </section>
  )
}
