import { useWords } from '#i18n/language.ts'
import { RingGauge } from '#ui/ring-gauge.tsx'
import { RouteLink } from '../route-link.tsx'
import { usePageTitle } from '../use-page-title.ts'
import styles from './not-found-page.module.css'
import { NOT_FOUND_WORDS } from './not-found-words.ts'

const SEATS = 24

/** One seat of the ring is taken out. */
const GAP = 1 / SEATS

/** For addresses that lead nowhere. */
export function NotFoundPage() {
  const words = useWords(NOT_FOUND_WORDS)
  usePageTitle(words.pageTitle)
  return (
    <main className={styles['page']}>
      <RingGauge
        arcs={[{ from: GAP, to: 1, tone: 'amber' }]}
        seats={SEATS}
        className={styles['ring']}
      >
        <p className={styles['number']}>{words.number}</p>
      </RingGauge>
      <h1>{words.title}</h1>
      <p className={styles['hint']}>{words.hint}</p>
      <RouteLink href="/" className={styles['home']}>
        {words.home}
      </RouteLink>
      <RouteLink href="/direct-bet" className={styles['direct']}>
        {words.direct}
      </RouteLink>
    </main>
  )
}
