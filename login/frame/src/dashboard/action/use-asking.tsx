import { useState } from 'react'
import { useMessages } from '#i18n/messages-context.tsx'

/** Says that the browser asks for a passkey, and why, from `start` until the end of what `during` runs. */
export function useAsking() {
  const { passkey: texts } = useMessages()
  const [isAsking, setAsking] = useState(false)
  const during = async <result,>(work: () => Promise<result>): Promise<result> => {
    try {
      return await work()
    } finally {
      setAsking(false)
    }
  }
  return {
    start: () => setAsking(true),
    during,
    text: isAsking ? <p role="status">{texts.ask}</p> : null,
  }
}
