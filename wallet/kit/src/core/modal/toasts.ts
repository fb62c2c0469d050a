import { createStore, type Store } from '#core/store.ts'

/** R-MODAL-8, both. */
const SHOWN_MS = 2_500
const SWAP_MS = 150

type ToastLevel = 'success' | 'error' | 'loading'

type Toast = { level: ToastLevel; text: string }

type ToastState = { toast: Toast | null }

/** The short message over the card; one at a time. */
export type Toasts = Store<ToastState> & {
  /** Hides what is shown, then shows `text`. A loading toast stays until it is hidden or replaced. */
  show: (level: ToastLevel, text: string) => void
  /** Hides at once. */
  hide: () => void
}

export function createToasts(): Toasts {
  const store = createStore<ToastState>({ toast: null })
  let timer: ReturnType<typeof setTimeout> | undefined

  const hide = () => {
    clearTimeout(timer)
    if (store.getState().toast !== null) store.setState({ toast: null })
  }
  const appear = (toast: Toast) => {
    store.setState({ toast })
    if (toast.level !== 'loading') timer = setTimeout(hide, SHOWN_MS)
  }
  return {
    ...store,
    hide,
    show: (level, text) => {
      const isReplacing = store.getState().toast !== null
      hide()
      if (isReplacing) timer = setTimeout(() => appear({ level, text }), SWAP_MS)
      else appear({ level, text })
    },
  }
}
