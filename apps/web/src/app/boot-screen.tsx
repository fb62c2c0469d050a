import { useWords } from '#i18n/language.ts'
import { usePageTitle } from '#routes/use-page-title.ts'
import { BrandMark } from '#ui/brand-mark.tsx'
import { Button } from '#ui/button.tsx'
import styles from './boot-screen.module.css'
import { BOOT_WORDS } from './boot-words.ts'

/** Shown while the configuration is on its way. */
export function BootLoading() {
  const words = useWords(BOOT_WORDS)
  return (
    <main className={styles['screen']}>
      <div className={styles['words']} role="status">
        <div className={styles['brand']}>
          <span className={styles['turning']}>
            <BrandMark size={96} />
          </span>
          <b>Bullring</b>
        </div>
        <p>{words.loading}</p>
      </div>
    </main>
  )
}

type BootFailedProps = { error: Error; isRetrying: boolean; onRetry: () => void }

/** Shown when the configuration could not be read. */
export function BootFailed({ error, isRetrying, onRetry }: BootFailedProps) {
  const words = useWords(BOOT_WORDS)
  usePageTitle(words.title(words.failed))
  return (
    <main className={styles['screen']}>
      <div className={styles['words']} role="alert">
        <BrandMark size={72} />
        <h1>{words.failed}</h1>
        <p>{words.hint}</p>
        <Button isPending={isRetrying} onClick={onRetry}>
          {words.retry}
        </Button>
        <p className={styles['reason']}>{error.message}</p>
      </div>
    </main>
  )
}

/** Shown when the page itself failed. */
export function AppBroken({ error }: { error: Error }) {
  const words = useWords(BOOT_WORDS)
  usePageTitle(words.title(words.broken))
  return (
    <main className={styles['screen']}>
      <div className={styles['words']} role="alert">
        <BrandMark size={72} />
        <h1>{words.broken}</h1>
        <p>{words.brokenHint}</p>
        <Button onClick={() => window.location.reload()}>{words.reload}</Button>
        <p className={styles['reason']}>{error.message}</p>
      </div>
    </main>
  )
}
