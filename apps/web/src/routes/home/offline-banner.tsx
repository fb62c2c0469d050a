import { useEffect, useState } from 'react'
import { useWords } from '#i18n/language.ts'
import { Button } from '#ui/button.tsx'
import { HOME_WORDS } from './home-words.ts'
import styles from './offline-banner.module.css'

type OfflineBannerProps = {
  /** When the data on screen came, by the visitor's clock; 0 when there is none. */
  updatedAtMs: number
  onRetry: () => void
}

/** Says that the game does not answer, and how old the numbers on screen are. */
export function OfflineBanner({ updatedAtMs, onRetry }: OfflineBannerProps) {
  const words = useWords(HOME_WORDS)
  const age = useAgeSeconds(updatedAtMs)
  return (
    <div className={styles['banner']} role="status">
      <p>
        <b>{words.lost}</b> {updatedAtMs > 0 && <span>{words.lastUpdate(age)}</span>}
      </p>
      <Button tone="quiet" size="small" onClick={onRetry}>
        {words.retry}
      </Button>
    </div>
  )
}

function useAgeSeconds(sinceMs: number): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, (nowMs - sinceMs) / 1_000)
}
