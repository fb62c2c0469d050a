import { useMessages } from '#i18n/language.ts'
import { usePageTitle } from '#routes/use-page-title.ts'
import { BrandMark } from '#ui/brand-mark.tsx'
import { Button } from '#ui/button.tsx'
import { BOOT_MESSAGES } from './boot-messages.ts'
import styles from './boot-screen.module.css'

/** Shown while the configuration is on its way. */
export function BootLoading() {
  const messages = useMessages(BOOT_MESSAGES)
  return (
    <main className={styles['screen']}>
      <div className={styles['words']} role="status">
        <div className={styles['brand']}>
          <span className={styles['turning']}>
            <BrandMark size={96} />
          </span>
          <b>Bullring</b>
        </div>
        <p>{messages.loading}</p>
      </div>
    </main>
  )
}

type BootFailedProps = { error: Error; isRetrying: boolean; onRetry: () => void }

/** Shown when the configuration could not be read. */
export function BootFailed({ error, isRetrying, onRetry }: BootFailedProps) {
  const messages = useMessages(BOOT_MESSAGES)
  usePageTitle(messages.title(messages.failed))
  return (
    <main className={styles['screen']}>
      <div className={styles['words']} role="alert">
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

/** Shown when the page itself failed. */
export function AppBroken({ error }: { error: Error }) {
  const messages = useMessages(BOOT_MESSAGES)
  usePageTitle(messages.title(messages.broken))
  return (
    <main className={styles['screen']}>
      <div className={styles['words']} role="alert">
        <BrandMark size={72} />
        <h1>{messages.broken}</h1>
        <p>{messages.brokenHint}</p>
        <Button onClick={() => window.location.reload()}>{messages.reload}</Button>
        <p className={styles['reason']}>{error.message}</p>
      </div>
    </main>
  )
}
