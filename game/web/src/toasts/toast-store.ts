import { createContext, use } from 'react'
import { createToastClock, type Holder } from './toast-clock.ts'

/** A short message about the latest event. */
export type Toast = {
  level: 'success' | 'info' | 'error'
  text: string
  /** A second line: details, or what to do. */
  detail?: string
  /** A button that dismisses the toast, too. */
  action?: { label: string; run: () => void }
}

export type ShownToast = Toast & {
  id: number
  /** Whether screen readers have announced it: a region that takes it over must not announce it again. */
  isAnnounced: boolean
}

type Snapshot = { toasts: readonly ShownToast[]; host: symbol | null }

/** The toasts on screen. One region shows them at a time: the region in the topmost dialog. */
export type ToastStore = {
  getSnapshot: () => Snapshot
  subscribe: (onChange: () => void) => () => void
  show: (toast: Toast) => void
  /**
   * Shows a toast that stays.
   *
   * @returns A function that dismisses it.
   */
  showLasting: (toast: Toast) => () => void
  dismiss: (id: number) => void
  /** Toasts stay while anything holds them. Their time restarts when nothing does. */
  hold: (by: Holder) => void
  release: (by: Holder) => void
  /** Makes `host` the region that shows toasts, until the returned function is called. */
  addHost: (host: symbol) => () => void
}

/** Errors take longer to read. */
const SHOWN_MS = { success: 6_000, info: 6_000, error: 10_000 } as const

export function createToastStore(): ToastStore {
  let snapshot: Snapshot = { toasts: [], host: null }
  let hosts: readonly symbol[] = []
  let nextId = 1
  const listeners = new Set<() => void>()

  const update = (change: Partial<Snapshot>) => {
    snapshot = { ...snapshot, ...change }
    for (const listener of listeners) listener()
  }
  const setHosts = (next: readonly symbol[]) => {
    hosts = next
    const toasts = snapshot.toasts.map((toast) => ({ ...toast, isAnnounced: true }))
    update({ host: hosts.at(-1) ?? null, toasts })
  }
  const clock = createToastClock((id) =>
    update({ toasts: snapshot.toasts.filter((toast) => toast.id !== id) }),
  )
  /** The browser sends no event when the element with pointer or focus is removed. */
  const releaseAll = () => {
    clock.release('pointer')
    clock.release('focus')
  }

  /** Shown once, however often it happens: an identical toast starts over. */
  const add = (toast: Toast) => {
    const same = snapshot.toasts.find((shown) => isSame(shown, toast))
    if (same) clock.end(same.id)
    const id = nextId++
    update({ toasts: [...snapshot.toasts, { ...toast, id, isAnnounced: false }] })
    return id
  }
  const dismiss = (id: number) => {
    clock.end(id)
    releaseAll()
  }

  return {
    getSnapshot: () => snapshot,
    subscribe: (onChange) => {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    show: (toast) => clock.start(add(toast), SHOWN_MS[toast.level]),
    showLasting: (toast) => {
      const id = add(toast)
      return () => dismiss(id)
    },
    dismiss,
    hold: clock.hold,
    release: clock.release,
    addHost: (host) => {
      setHosts([...hosts, host])
      return () => {
        setHosts(hosts.filter((other) => other !== host))
        releaseAll()
      }
    },
  }
}

function isSame(a: Toast, b: Toast): boolean {
  return a.level === b.level && a.text === b.text && a.detail === b.detail
}

export const ToastContext = createContext<ToastStore | null>(null)

/** @throws when no `ToastContext` is above: a bug, not a state to handle. */
export function useToastStore(): ToastStore {
  const store = use(ToastContext)
  if (store === null) throw new Error('useToastStore needs a <ToastContext> above it')
  return store
}
