import { useEffect, useState } from 'react'
import { useMessages } from '#i18n/language.ts'
import { Button } from '#ui/controls/button.tsx'
import { HOME_MESSAGES } from '../home-messages.ts'
import { lastUpdateText } from './age-text.ts'
import styles from './offline-banner.module.css'

type OfflineBannerProps = {
  /** Time at which the data on screen arrived, by the visitor's clock; 0 without data. */
  updatedAtMs: number
  onRetry: () => void
}

/** Reports a lost connection and the age of the data on screen. */
export function OfflineBanner({ updatedAtMs, onRetry }: OfflineBannerProps) {
  const messages = useMessages(HOME_MESSAGES)
  const age = useAgeSeconds(updatedAtMs)
  return (
    <section className={styles['banner']} aria-label={messages.lost}>
      <p>
        <b role="status">{messages.lost}</b>{' '}
        {updatedAtMs > 0 && <span>{lastUpdateText(age, messages)}</span>}
      </p>
      <Button tone="quiet" size="small" onClick={onRetry}>
        {messages.retry}
      </Button>
    </section>
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
