import { brandName } from '#browser/page-brand.ts'
import { useMessages } from '#i18n/language.ts'
import { usePageTitle } from '#routes/use-page-title.ts'
import { BrandMark } from '#ui/brand-mark.tsx'
import { Button } from '#ui/controls/button.tsx'
import { START_MESSAGES } from './start-messages.ts'
import styles from './start-screens.module.css'

/** Shown while the app loads. */
export function LoadingScreen() {
  const messages = useMessages(START_MESSAGES)
  return (
    <main className={styles['screen']}>
      <div className={styles['content']} role="status">
        <div className={styles['brand']}>
          <span className={styles['pulse']}>
            <BrandMark size={96} />
          </span>
          <b>{brandName()}</b>
        </div>
        <p>{messages.loading}</p>
      </div>
    </main>
  )
}

type LoadFailedScreenProps = { error: Error; isRetrying: boolean; onRetry: () => void }

/** Shown when the app could not be loaded. */
export function LoadFailedScreen({ error, isRetrying, onRetry }: LoadFailedScreenProps) {
  const messages = useMessages(START_MESSAGES)
  usePageTitle(messages.title({ heading: messages.failed }))
  return (
    <main className={styles['screen']}>
      <div className={styles['content']} role="alert">
        <BrandMark size={72} />
        <h1>{messages.failed}</h1>
        <p>{messages.hint}</p>
        <Button isPending={isRetrying} onClick={onRetry}>
          {messages.retry}
        </Button>
        <p className={styles['reason']}>{error.message}</p>
      </div>
    </main>
  )
}

/** Shown when a page throws while rendering. */
export function CrashScreen({ error }: { error: Error }) {
  const messages = useMessages(START_MESSAGES)
  usePageTitle(messages.title({ heading: messages.broken }))
  return (
    <main className={styles['screen']}>
      <div className={styles['content']} role="alert">
        <BrandMark size={72} />
        <h1>{messages.broken}</h1>
        <p>{messages.brokenHint}</p>
        <Button onClick={() => window.location.reload()}>{messages.reload}</Button>
        <p className={styles['reason']}>{error.message}</p>
      </div>
    </main>
  )
}
