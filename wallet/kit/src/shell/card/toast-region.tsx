import { useKit, useStore } from '#react/kit-context.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/image/icon.tsx'
import { Spinner } from '#ui/spinner.tsx'
import styles from './toast-region.module.css'

/** Shows toasts over the card. Always mounted, so that screen readers announce every toast. */
export function ToastRegion() {
  const { toasts } = useKit()
  const toast = useStore(toasts, (state) => state.toast)
  return (
    <div className={styles['region']} role="status" aria-live="polite">
      {toast !== null && (
        <p className={classNames(styles['toast'], styles[toast.level])}>
          <span className={styles['icon']}>
            {toast.level === 'loading' ? (
              <Spinner size={16} />
            ) : (
              <Icon name={toast.level === 'success' ? 'check' : 'cross'} size={16} />
            )}
          </span>
          {toast.text}
        </p>
      )}
    </div>
  )
}
