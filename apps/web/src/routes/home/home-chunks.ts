import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { reloadFailedStyles } from '#browser/failed-styles.ts'
import { useMessages } from '#i18n/language.ts'
import { useToastStore } from '#toasts/toast-store.ts'
import { HOME_MESSAGES } from './home-messages.ts'

/**
 * Code that comes after the page stands: nobody needs it to read time and odds. As a query, because
 * `lazy` never asks again for what once did not load.
 */
const lazyChunk = <Part>(name: string, load: () => Promise<Part>) =>
  queryOptions({
    queryKey: ['part', name],
    queryFn: async () => {
      await reloadFailedStyles()
      return load()
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

export const chartChunk = lazyChunk('chart', () => import('#features/chart/chart-card.tsx'))
export const betChunk = lazyChunk('bet', () => import('#features/bet/bet-dialog.tsx'))
export const historyChunk = lazyChunk(
  'history',
  () => import('#features/history/history-drawer.tsx'),
)
export const statsChunk = lazyChunk('stats', () => import('./stats-tray.tsx'))
export const verifyChunk = lazyChunk('verify', () => import('#features/verify/verify-dialog.tsx'))

/** A window's code, undefined until it is there. A window that does not load closes and says so. */
export function useWindowChunk<Part>(
  part: ReturnType<typeof lazyChunk<Part>>,
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
