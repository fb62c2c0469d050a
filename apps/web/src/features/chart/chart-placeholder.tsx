import type { ReactNode } from 'react'
import { useWords } from '#i18n/language.ts'
import { Button } from '#ui/button.tsx'
import styles from './chart-card.module.css'
import { CHART_WORDS } from './chart-words.ts'

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
  const words = useWords(CHART_WORDS)
  return (
    <EmptyCard>
      <div className={styles['message']}>
        <p>{words.notLoaded}</p>
        <Button tone="quiet" size="small" onClick={onRetry}>
          {words.retry}
        </Button>
      </div>
    </EmptyCard>
  )
}

/** The same geometry as the card with the chart, so that nothing moves. */
function EmptyCard({ children }: { children: ReactNode }) {
  return (
    <section className={styles['card']} aria-label={useWords(CHART_WORDS).title}>
      <header className={styles['head']} />
      <div className={styles['plot']}>{children}</div>
    </section>
  )
}
