import { queryOptions, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect } from 'react'
import { sleep } from '#browser/sleep.ts'
import { useMessages } from '#i18n/language.ts'
import { useToastStore } from '#toasts/toast-store.ts'
import { loadRoundWindow } from '../load-page.ts'
import { HOME_MESSAGES } from './home-messages.ts'

/** Delay before a part of the page that has failed to load is requested again; it grows by this with each failure. */
const RETRY_MS = 10_000
const MAX_RETRY_MS = 60_000

/**
 * Code that is not needed to show time and odds. A query, because `lazy` never retries an import that
 * has failed.
 */
const lazyChunk = <chunk>(name: string, load: () => Promise<chunk>) =>
  queryOptions({
    queryKey: ['chunk', name],
    queryFn: async () => {
      // Each import adds links to the page, which takes long on a slow phone: not all in one task.
      await sleep()
      return load()
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) =>
      state.data === undefined &&
      state.errorUpdateCount > 0 &&
      Math.min(RETRY_MS * state.errorUpdateCount, MAX_RETRY_MS),
  })

export const chartChunk = lazyChunk('chart', () => import('#features/chart/chart-card.tsx'))
export const titleChunk = lazyChunk('title', () => import('./home-title.tsx'))
export const alertsChunk = lazyChunk('alerts', () => import('./home-alerts.tsx'))
export const myBetChunk = lazyChunk('my-bet', () => import('./home-my-bet.tsx'))
export const oneTapChunk = lazyChunk('one-tap', () => import('./home-one-tap.tsx'))
export const returnChunk = lazyChunk('return', () => import('./home-return.tsx'))
export const safeChunk = lazyChunk('safe', () => import('./banners/home-safe.tsx'))
export const practiceChunk = lazyChunk('practice', () => import('./home-practice.tsx'))
export const railChunk = lazyChunk('rail', () => import('./home-rail.tsx'))
export const betChunk = lazyChunk('bet', () => import('#features/bet/bet-dialog.tsx'))
export const historyChunk = lazyChunk('history', () => import('./windows/history-window.tsx'))
export const statsChunk = lazyChunk('stats', () => import('./windows/stats-tray.tsx'))
export const verifyChunk = lazyChunk('verify', () => import('#features/verify/verify-dialog.tsx'))

export const resultsChunk = lazyChunk('results', () => import('#features/results/result-strip.tsx'))
export const olderChunk = lazyChunk('older', () => import('#features/rounds/row/older-rounds.tsx'))
export const roundChunk = lazyChunk('round', () => loadRoundWindow())
export const shareWinChunk = lazyChunk('share-win', () => import('#features/share/share-win.ts'))
export const proofChunk = lazyChunk('proof', () => import('#features/verify/round-proof.tsx'))
export const guideChunk = lazyChunk('guide', () => import('#features/guide/guide-dialog.tsx'))
export const settingsChunk = lazyChunk(
  'settings',
  () => import('#features/settings/settings-dialog.tsx'),
)

/** A dialog that opens sooner needs no notice. */
const LOADING_AFTER_MS = 300

/** Returns the code of a dialog, undefined until it has loaded, which it says after a moment. On failure, reports it and closes the dialog. */
export function useDialogChunk<chunk>(
  query: ReturnType<typeof lazyChunk<chunk>>,
  onClose: () => void,
): chunk | undefined {
  const messages = useMessages(HOME_MESSAGES)
  const toasts = useToastStore()
  const { data, isError } = useQuery(query)
  const isLoading = data === undefined && !isError
  useEffect(() => {
    if (!isLoading) return
    let dismiss: () => void = () => undefined
    const timer = setTimeout(() => {
      dismiss = toasts.showLasting({ level: 'info', text: messages.loading })
    }, LOADING_AFTER_MS)
    return () => {
      clearTimeout(timer)
      dismiss()
    }
  }, [isLoading, toasts, messages])
  useEffect(() => {
    if (!isError) return
    toasts.show({ level: 'error', text: messages.notLoaded, detail: messages.notLoadedHint })
    onClose()
  }, [isError, toasts, messages, onClose])
  // Deferred, so that a dialog is rendered in one task and opened, which restyles the page, in another.
  return useDeferredValue(data)
}
