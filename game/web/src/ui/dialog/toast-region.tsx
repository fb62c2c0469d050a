import {
  type HTMLAttributes,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useMessages } from '#i18n/language.ts'
import type { ShownToast, ToastStore } from '#toasts/toast-store.ts'
import { useToastStore } from '#toasts/toast-store.ts'
import { classNames } from '../class-names.ts'
import type { IconName } from '../icon.tsx'
import { Icon } from '../icon.tsx'
import { VisuallyHidden } from '../visually-hidden.tsx'
import styles from './toast-region.module.css'
import { TOAST_LEVEL_MESSAGES, WINDOW_MESSAGES } from './window-messages.ts'

const ICONS: Record<ShownToast['level'], IconName> = {
  success: 'check',
  info: 'history',
  error: 'close',
}

/**
 * Shows toasts. The page has a region and so has every dialog, because everything behind a modal dialog
 * is inert: neither announced nor clickable (ADR 17).
 */
export function ToastRegion({ place = 'top' }: { place?: 'top' | 'bottom' }) {
  const store = useToastStore()
  const [host] = useState(() => Symbol('toast region'))
  // Leaves with the dialog itself: a toast that is shown right afterwards belongs to the region below.
  useLayoutEffect(() => store.addHost(host), [store, host])
  const region = useRef<HTMLDivElement>(null)
  useHold(region, store)
  const snapshot = useSyncExternalStore(store.subscribe, store.getSnapshot)
  const toasts = snapshot.host === host ? snapshot.toasts : []
  const cards = (shown: readonly ShownToast[]) =>
    shown.map((toast) => (
      <ToastCard key={toast.id} toast={toast} onDismiss={() => store.dismiss(toast.id)} />
    ))
  return (
    <div ref={region} className={classNames(styles['region'], styles[place])}>
      {/* Errors are alerts. Inside another live region they would be announced twice. */}
      <div className={styles['group']} aria-live="polite">
        {cards(toasts.filter(({ level }) => level !== 'error'))}
      </div>
      {cards(toasts.filter(({ level }) => level === 'error'))}
    </div>
  )
}

/** Toasts stay while hovered or focused (WCAG 2.2.1). */
function useHold(region: RefObject<HTMLElement | null>, store: ToastStore) {
  useEffect(() => {
    const stop = new AbortController()
    const on = (type: string, listener: () => void) =>
      region.current?.addEventListener(type, listener, { signal: stop.signal })
    on('pointerenter', () => store.hold('pointer'))
    on('pointerleave', () => store.release('pointer'))
    on('focusin', () => store.hold('focus'))
    on('focusout', () => store.release('focus'))
    return () => stop.abort()
  }, [region, store])
}

function ToastCard({ toast, onDismiss }: { toast: ShownToast; onDismiss: () => void }) {
  const messages = useMessages(WINDOW_MESSAGES)
  const levels = useMessages(TOAST_LEVEL_MESSAGES)
  return (
    <div className={classNames(styles['toast'], styles[toast.level])} {...announcement(toast)}>
      <span className={styles['icon']}>
        <Icon name={ICONS[toast.level]} size={14} />
      </span>
      <div className={styles['content']}>
        <VisuallyHidden>{levels[toast.level]}: </VisuallyHidden>
        <p className={styles['text']}>{toast.text}</p>
        {toast.detail !== undefined && <p className={styles['detail']}>{toast.detail}</p>}
        {toast.action !== undefined && (
          <button
            type="button"
            className={styles['action']}
            onClick={() => {
              toast.action?.run()
              onDismiss()
            }}
          >
            {toast.action.label}
          </button>
        )}
      </div>
      <button
        type="button"
        className={styles['dismiss']}
        aria-label={messages.dismiss}
        onClick={onDismiss}
      >
        <Icon name="close" size={12} />
      </button>
    </div>
  )
}

function announcement({ level, isAnnounced }: ShownToast): HTMLAttributes<HTMLElement> {
  if (isAnnounced) return { 'aria-live': 'off' }
  return level === 'error' ? { role: 'alert' } : { 'aria-atomic': true }
}
