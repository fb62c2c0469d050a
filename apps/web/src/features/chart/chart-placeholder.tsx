import { useWords } from '#i18n/language.ts'
import styles from './chart-card.module.css'
import { CHART_WORDS } from './chart-words.ts'

/** The chart's card while its code is on the way: same geometry, so that nothing moves. */
export function ChartPlaceholder() {
  return (
    <section className={styles['card']} aria-label={useWords(CHART_WORDS).title}>
      <header className={styles['head']} />
      <div className={styles['plot']}>
        <div className={styles['loading']} aria-hidden="true" />
      </div>
    </section>
  )
}
