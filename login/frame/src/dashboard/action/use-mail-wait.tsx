import { fill } from '@bullring/wire/text/fill'
import { useState } from 'react'
import { useMessages } from '#i18n/messages-context.tsx'

/** Says how long the next code takes, as long as what `during` runs waits for it. */
export function useMailWait() {
  const { dashboard: texts } = useMessages()
  const [seconds, setSeconds] = useState<number | null>(null)
  const during = async <result,>(
    work: (onWait: (seconds: number) => void) => Promise<result>,
  ): Promise<result> => {
    try {
      return await work(setSeconds)
    } finally {
      setSeconds(null)
    }
  }
  const text = seconds === null ? null : <p role="status">{fill(texts.mailWait, { seconds })}</p>
  return { during, text }
}
