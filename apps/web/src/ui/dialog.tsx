import type { ReactNode, RefObject } from 'react'
import { useEffect, useId, useRef } from 'react'
import { useMessages } from '#i18n/language.ts'
import { classNames } from './class-names.ts'
import styles from './dialog.module.css'
import { Icon } from './icon.tsx'
import { ToastRegion } from './toast-region.tsx'
import { WINDOW_MESSAGES } from './window-messages.ts'

type DialogProps = {
  title: ReactNode
  /**
   * Dialogs stand in the middle (a sheet from below on small screens), drawers come from the right,
   * trays from below.
   */
  shape?: 'dialog' | 'drawer' | 'tray'
  /** Controls beside the title. */
  bar?: ReactNode
  /** Gets the focus on opening; the first control by default. */
  initialFocus?: RefObject<HTMLElement | null>
  onClose: () => void
  children: ReactNode
}

/**
 * A modal window, mounted while open. The browser's own `<dialog>` traps and restores the focus,
 * makes the page behind inert and closes on Escape.
 */
export function Dialog({
  title,
  shape = 'dialog',
  bar,
  initialFocus,
  onClose,
  children,
}: DialogProps) {
  const messages = useMessages(WINDOW_MESSAGES)
  const ref = useRef<HTMLDialogElement>(null)
  const headingId = useId()

  useEffect(() => {
    const dialog = ref.current
    const opener = document.activeElement
    dialog?.showModal()
    initialFocus?.current?.focus()
    return () => {
      dialog?.close()
      // The browser restores the focus on close, but not to an element it had to unmount with.
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [initialFocus])

  return (
    <dialog
      ref={ref}
      aria-labelledby={headingId}
      className={classNames(styles['dialog'], styles[shape])}
      onClose={onClose}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div className={styles['panel']}>
        <header className={styles['head']}>
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
        </header>
        {children}
      </div>
      {/* A drawer's head is where its controls are. */}
      <ToastRegion place={shape === 'dialog' ? 'top' : 'bottom'} />
    </dialog>
  )
}
