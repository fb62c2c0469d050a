import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { useKit, useStore } from '#react/kit-context.ts'
import { classNames } from '#ui/class-names.ts'
import { Card } from '../card/card.tsx'
import surface from '../card/card-surface.module.css'
import { useTheme } from '../use-theme.ts'
import styles from './modal-dialog.module.css'
import { useScrollLock } from './use-scroll-lock.ts'

const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]:not([tabindex="-1"])'

/**
 * The card in a modal, mounted while open. A native `<dialog>` makes the page behind it inert, is shown
 * above every layer and closes on Escape.
 */
export function ModalDialog() {
  const { modal } = useKit()
  const isShaking = useStore(modal, (state) => state.isShaking)
  const theme = useTheme()
  const dialogRef = useRef<HTMLDialogElement>(null)
  const headingRef = useRef<HTMLHeadingElement>(null)
  const headingId = useId()
  useScrollLock()

  useEffect(() => {
    const dialog = dialogRef.current
    const opener = document.activeElement
    dialog?.showModal()
    headingRef.current?.focus()
    return () => {
      dialog?.close()
      // On close the browser restores the focus, but not when React unmounts the dialog.
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])

  return (
    <dialog
      ref={dialogRef}
      aria-modal="true"
      aria-labelledby={headingId}
      className={classNames(theme.className, styles['dialog'])}
      style={theme.style}
      data-kit-modal
      onCancel={(event) => {
        event.preventDefault()
        modal.requestClose()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Tab') wrapFocus(event)
        // Chromium closes the dialog on a second Escape without a `cancel` event.
        if (event.key === 'Escape') {
          event.preventDefault()
          modal.requestClose()
        }
      }}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) modal.requestClose()
      }}
    >
      <div className={classNames(surface['floating'], isShaking && surface['shaking'])}>
        <Card headingId={headingId} headingRef={headingRef} />
      </div>
    </dialog>
  )
}

/** Keeps Tab inside the element that handles it, from the last control to the first and back. */
function wrapFocus(event: KeyboardEvent<HTMLElement>): void {
  const controls = [...event.currentTarget.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (control) => !control.matches(':disabled, [inert] *') && control.getClientRects().length > 0,
  )
  const [first, last] = [controls.at(0), controls.at(-1)]
  if (first === undefined || last === undefined) {
    event.preventDefault()
    return
  }
  const focused = document.activeElement
  const isInside = controls.some((control) => control === focused)
  if (event.shiftKey && (focused === first || !isInside)) {
    event.preventDefault()
    last.focus()
  } else if (!event.shiftKey && focused === last) {
    event.preventDefault()
    first.focus()
  }
}
