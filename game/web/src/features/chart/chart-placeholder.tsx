import type { ReactNode } from 'react'
import { useMarketSymbol } from '#api/market/market-config.ts'
import { useMessages } from '#i18n/language.ts'
import { Button } from '#ui/controls/button.tsx'
import styles from './chart-card.module.css'
import { CHART_MESSAGES } from './chart-messages.ts'

/** The chart's card while its code is loading. */
export function ChartPlaceholder() {
  return (
    <EmptyCard>
      <div className={styles['loading']} aria-hidden="true" />
    </EmptyCard>
  )
}

type ChartNotLoadedProps = { isRetrying: boolean; onRetry: () => void }

/** The chart's card after its code failed to load. */
export function ChartNotLoaded({ isRetrying, onRetry }: ChartNotLoadedProps) {
  const messages = useMessages(CHART_MESSAGES)
  return (
    <EmptyCard>
      <div className={styles['message']}>
        <p>{messages.notLoaded}</p>
        <Button tone="quiet" size="small" isPending={isRetrying} isPressable onClick={onRetry}>
          {messages.retry}
        </Button>
      </div>
    </EmptyCard>
  )
}

/** Has the same geometry as the card with the chart, so that the layout does not shift. */
function EmptyCard({ children }: { children: ReactNode }) {
  const messages = useMessages(CHART_MESSAGES)
  const symbol = useMarketSymbol()
  return (
    <section className={styles['card']} aria-label={messages.title({ symbol })}>
      <header className={styles['head']} />
      <div className={styles['plot']}>{children}</div>
    </section>
  )
}
