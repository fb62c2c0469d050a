import { useMessages } from '#i18n/language.ts'
import { RingGauge } from '#ui/ring-gauge.tsx'
import { RouteLink } from '../route-link.tsx'
import { usePageTitle } from '../use-page-title.ts'
import { NOT_FOUND_MESSAGES } from './not-found-messages.ts'
import styles from './not-found-page.module.css'

const SEATS = 24

/** Width of the missing seat. */
const GAP = 1 / SEATS

/** The page for unknown paths. */
export function NotFoundPage() {
  const messages = useMessages(NOT_FOUND_MESSAGES)
  usePageTitle(messages.pageTitle)
  return (
    <main className={styles['page']}>
      <RingGauge
        arcs={[{ from: GAP, to: 1, tone: 'amber' }]}
        seats={SEATS}
        className={styles['ring']}
      >
        <p className={styles['number']}>{messages.number}</p>
      </RingGauge>
      <h1>{messages.title}</h1>
      <p className={styles['hint']}>{messages.hint}</p>
      <RouteLink href="/" className={styles['home']}>
        {messages.home}
      </RouteLink>
      <RouteLink href="/direct-bet" className={styles['direct']}>
        {messages.direct}
      </RouteLink>
    </main>
  )
}
