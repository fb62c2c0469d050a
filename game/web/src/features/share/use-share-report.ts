import { useCallback } from 'react'
import { useMessages } from '#i18n/language.ts'
import { useToastStore } from '#toasts/toast-store.ts'
import type { ShareOutcome } from './share.ts'
import { SHARE_MESSAGES } from './share-messages.ts'

/** Returns a function that reports the outcome of an attempt to share. */
export function useShareReport(): (outcome: ShareOutcome) => void {
  const messages = useMessages(SHARE_MESSAGES)
  const toasts = useToastStore()
  return useCallback(
    (outcome: ShareOutcome) => {
      if (outcome === 'copied' || outcome === 'saved') {
        toasts.show({ level: 'success', text: messages[outcome] })
      }
      if (outcome === 'failed') {
        toasts.show({ level: 'error', text: messages.failed, detail: messages.failedHint })
      }
    },
    [messages, toasts],
  )
}
