import { RingGauge } from '#ui/ring-gauge.tsx'
import { RouteLink } from '../route-link.tsx'
import { usePageTitle } from '../use-page-title.ts'
import styles from './not-found-page.module.css'

const WORDS = {
  pageTitle: 'Page not found · Bullring',
  number: '404',
  title: 'This seat is empty',
  hint: 'There is no page at this address. The next round is one click away.',
  home: 'Go to the ring',
  direct: 'Direct bet (中文)',
} as const

const SEATS = 24

/** One seat of the ring is taken out. */
const GAP = 1 / SEATS

/** For addresses that lead nowhere. */
export function NotFoundPage() {
  usePageTitle(WORDS.pageTitle)
  return (
    <main className={styles['page']}>
      <RingGauge
        arcs={[{ from: GAP, to: 1, tone: 'amber' }]}
        seats={SEATS}
        className={styles['ring']}
      >
        <p className={styles['number']}>{WORDS.number}</p>
      </RingGauge>
      <h1>{WORDS.title}</h1>
      <p className={styles['hint']}>{WORDS.hint}</p>
      <RouteLink href="/" className={styles['home']}>
        {WORDS.home}
      </RouteLink>
      <RouteLink href="/direct-bet" className={styles['direct']}>
        {WORDS.direct}
      </RouteLink>
    </main>
  )
}
