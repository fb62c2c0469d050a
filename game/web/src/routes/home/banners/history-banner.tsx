import { useEffect } from 'react'
import type { HistoryProgress } from '#chain/clock/use-clock-sync.ts'
import { formatShare } from '#format/format.ts'
import { useLanguage, useMessages } from '#i18n/language.ts'
import { HOME_MESSAGES } from '../home-messages.ts'
import { timeLeftText } from './age-text.ts'
import styles from './history-banner.module.css'

type HistoryBannerProps = {
  progress: HistoryProgress
  /** Stable. Called when the banner goes: the server can respond now. */
  onDone: () => void
}

/** Reports that the server still reads the market's history, before which it has no rounds to show. */
export function HistoryBanner({ progress, onDone }: HistoryBannerProps) {
  const messages = useMessages(HOME_MESSAGES)
  const language = useLanguage()
  const { percent, seconds_left: secondsLeft } = progress
  const share = formatShare(percent / 100, language)
  useEffect(() => onDone, [onDone])
  return (
    <div className={styles['banner']} role="status">
      <p>
        <b>{messages.readingHistory({ percent: share })}</b>{' '}
        <span>
          {secondsLeft !== null && `${timeLeftText(secondsLeft, messages)} `}
          {messages.historyHint}
        </span>
      </p>
      <progress className={styles['bar']} max={100} value={percent} aria-hidden="true" />
    </div>
  )
}
