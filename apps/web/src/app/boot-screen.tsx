import { BrandMark } from '#ui/brand-mark.tsx'
import { Button } from '#ui/button.tsx'
import styles from './boot-screen.module.css'

const WORDS = {
  loading: 'Opening the ring',
  failed: 'The game does not answer',
  hint: 'It may be starting, or your connection is down. Nothing is lost: bets and winnings are in the contract.',
  retry: 'Try again',
  broken: 'Something broke on this page',
  brokenHint: 'Your bets and winnings are safe in the contract. Reloading the page usually helps.',
  reload: 'Reload page',
} as const

/** Shown while the configuration is on its way. */
export function BootLoading() {
  return (
    <main className={styles['screen']}>
      <div className={styles['words']} role="status">
        <span className={styles['turning']}>
          <BrandMark size={72} />
        </span>
        <p>{WORDS.loading}</p>
      </div>
    </main>
  )
}

type BootFailedProps = { error: Error; isRetrying: boolean; onRetry: () => void }

/** Shown when the configuration could not be read. */
export function BootFailed({ error, isRetrying, onRetry }: BootFailedProps) {
  return (
    <main className={styles['screen']}>
      <div className={styles['words']} role="alert">
        <BrandMark size={72} />
        <h1>{WORDS.failed}</h1>
        <p>{WORDS.hint}</p>
        <Button isPending={isRetrying} onClick={onRetry}>
          {WORDS.retry}
        </Button>
        <p className={styles['reason']}>{error.message}</p>
      </div>
    </main>
  )
}

/** Shown when the page itself failed. */
export function AppBroken({ error }: { error: Error }) {
  return (
    <main className={styles['screen']}>
      <div className={styles['words']} role="alert">
        <BrandMark size={72} />
        <h1>{WORDS.broken}</h1>
        <p>{WORDS.brokenHint}</p>
        <Button onClick={() => window.location.reload()}>{WORDS.reload}</Button>
        <p className={styles['reason']}>{error.message}</p>
      </div>
    </main>
  )
}
