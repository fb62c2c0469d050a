import type { ReactNode } from 'react'
import type { View } from '#core/modal/views.ts'
import { preloadView } from '#shell/preload-view.ts'
import { useTheme } from '#shell/use-theme.ts'
import { classNames } from '#ui/class-names.ts'
import styles from './page-button.module.css'

type PageButtonProps = {
  children: ReactNode
  tone?: 'action' | 'quiet' | 'warning'
  isBusy?: boolean
  /** The view that the button opens; preloaded on hover and focus. */
  view: View
  onClick: () => void
}

/** A button in the page that opens the modal, in the modal's theme. */
export function PageButton({ children, tone = 'quiet', isBusy, view, onClick }: PageButtonProps) {
  const theme = useTheme()
  const preload = () => void preloadView(view)
  return (
    <span className={theme.className} style={theme.style}>
      <button
        type="button"
        className={classNames(styles['button'], styles[tone])}
        aria-haspopup="dialog"
        aria-busy={isBusy}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={onClick}
      >
        {children}
      </button>
    </span>
  )
}
