import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Spinner } from '../spinner.tsx'
import styles from './button.module.css'

type ButtonProps = {
  children: ReactNode
  onClick: () => void
  tone?: 'action' | 'quiet' | 'danger'
  size?: 'medium' | 'large'
  isWide?: boolean
  isDisabled?: boolean
  /** Shows a spinner and disables the button. */
  isBusy?: boolean
}

/** A button with a background, in three tones and two sizes. */
export function Button(props: ButtonProps) {
  const { children, onClick, tone = 'action', size = 'medium', isWide, isDisabled, isBusy } = props
  return (
    <button
      type="button"
      className={classNames(
        styles['button'],
        styles[tone],
        styles[size],
        isWide === true && styles['wide'],
      )}
      disabled={isDisabled === true || isBusy === true}
      aria-busy={isBusy}
      onClick={onClick}
    >
      {isBusy === true && <Spinner size={16} />}
      {children}
    </button>
  )
}
