import type { ReactNode, RefObject } from 'react'
import { use, useEffect, useId, useRef } from 'react'
import { useBackToClose } from '#browser/use-back-to-close.ts'
import { useMessages } from '#i18n/language.ts'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import styles from './dialog.module.css'
import { DialogAside } from './dialog-aside.ts'
import { ToastRegion } from './toast-region.tsx'
import { WINDOW_MESSAGES } from './window-messages.ts'

type DialogProps = {
  title: ReactNode
  /**
   * A dialog is centred, or a sheet at the bottom of small screens; a drawer opens from the right, a
   * tray from the bottom.
   */
  shape?: 'dialog' | 'drawer' | 'tray'
  /** A tray with more content than fits in 320 px. */
  isTall?: boolean
  /** Controls beside the title. */
  bar?: ReactNode
  /** Receives the focus on opening; the first control by default. */
  initialFocus?: RefObject<HTMLElement | null>
  /** Query in the address bar while the dialog is open, such as `round=123`. */
  query?: string
  onClose: () => void
  children: ReactNode
}

/**
 * A modal dialog, mounted while open. The native `<dialog>` traps and restores the focus, makes the page
 * behind it inert and closes on Escape. So does the browser's back button. It steps aside for an approval of the wallet
 * and keeps its state: two dialogs never lie on each other.
 */
export function Dialog({
  title,
  shape = 'dialog',
  isTall = false,
  bar,
  initialFocus,
  query,
  onClose,
  children,
}: DialogProps) {
  const messages = useMessages(WINDOW_MESSAGES)
  const ref = useRef<HTMLDialogElement>(null)
  const headingId = useId()
  useBackToClose(onClose, { query })

  const isAside = use(DialogAside)
  const opener = useRef<Element>(null)

  useEffect(() => {
    const dialog = ref.current
    if (isAside) return
    opener.current ??= document.activeElement
    dialog?.showModal()
    // A text that is taller than the window stays at its beginning.
    initialFocus?.current?.focus({ preventScroll: true })
    return () => {
      dialog?.close()
      // On close the browser restores the focus, but not when React unmounts the dialog.
      if (opener.current instanceof HTMLElement && opener.current.isConnected)
        opener.current.focus()
    }
  }, [initialFocus, isAside])

  return (
    <dialog
      ref={ref}
      aria-labelledby={headingId}
      className={classNames(styles['dialog'], styles[shape], isTall && styles['tall'])}
      onClose={(event) => {
        if (!isAside && !event.currentTarget.open) onClose()
      }}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div className={styles['panel']}>
        <div className={styles['head']}>
          <h2 id={headingId}>{title}</h2>
          {bar}
          <button
            type="button"
            className={styles['close']}
            onClick={onClose}
            aria-label={messages.close}
          >
            <Icon name="close" />
          </button>
        </div>
        {children}
      </div>
      {/* A drawer has its controls at the top. */}
      <ToastRegion place={shape === 'dialog' ? 'top' : 'bottom'} />
    </dialog>
  )
}
