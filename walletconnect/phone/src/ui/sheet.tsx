import { Icon } from '@bullring/ui/icon'
import { useEffect, useId, useRef } from 'react'
import styles from './sheet.module.css'

type SheetProps = {
  title: string
  /** Absent where the user must decide. */
  onClose?: () => void
  children: React.ReactNode
}

/** A window over the wallet. The rest of the page is out of reach while it is open. */
export function Sheet({ title, onClose, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  useEffect(() => {
    dialog.current?.showModal()
    heading.current?.focus()
  }, [])
  return (
    <dialog
      className={styles['sheet']}
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
    >
      <header className={styles['header']}>
        <h2 id={titleId} tabIndex={-1} ref={heading}>
          {title}
        </h2>
        {onClose && (
          <button className={styles['close']} type="button" aria-label="Close" onClick={onClose}>
            <Icon name="close" />
          </button>
        )}
      </header>
      <div className={styles['body']}>{children}</div>
    </dialog>
  )
}
