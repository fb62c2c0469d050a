import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useMessages } from '#i18n/language.ts'
import { loadMissedStyles } from '#ui/missed-styles.ts'
import { useToastStore } from '#ui/toast-store.ts'
import { HOME_MESSAGES } from './home-messages.ts'

/**
 * Code that comes after the page stands: nobody needs it to read time and odds. As a query, because
 * `lazy` never asks again for what once did not load.
 */
const laterPart = <Part>(name: string, load: () => Promise<Part>) =>
  queryOptions({
    queryKey: ['part', name],
    queryFn: async () => {
      await loadMissedStyles()
      return load()
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

export const chartPart = laterPart('chart', () => import('#features/chart/chart-card.tsx'))
export const betPart = laterPart('bet', () => import('#features/bet/bet-dialog.tsx'))
export const historyPart = laterPart(
  'history',
  () => import('#features/history/history-drawer.tsx'),
)
export const statsPart = laterPart('stats', () => import('./stats-tray.tsx'))
export const verifyPart = laterPart('verify', () => import('#features/verify/verify-dialog.tsx'))

/** A window's code, undefined until it is there. A window that does not load closes and says so. */
export function useWindowPart<Part>(
  part: ReturnType<typeof laterPart<Part>>,
  onClose: () => void,
): Part | undefined {
  const messages = useMessages(HOME_MESSAGES)
  const toasts = useToastStore()
  const { data, isError } = useQuery(part)
  useEffect(() => {
    if (!isError) return
    toasts.show({ level: 'error', text: messages.notLoaded, detail: messages.notLoadedHint })
    onClose()
  }, [isError, toasts, messages, onClose])
  return data
}
