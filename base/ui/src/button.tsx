import type { ComponentProps } from 'react'
import styles from './button.module.css'
import { Spinner } from './spinner.tsx'

type ButtonProps = Omit<ComponentProps<'button'>, 'className' | 'type'> & {
  tone?: 'strong' | 'quiet' | 'plain'
  isBusy?: boolean
}

/** A button. A busy one keeps the focus and ignores clicks. */
export function Button({
  tone = 'strong',
  isBusy = false,
  onClick,
  children,
  ...attributes
}: ButtonProps) {
  return (
    <button
      {...attributes}
      className={`${styles['button']} ${styles[tone]}`}
      type="button"
      aria-busy={isBusy}
      onClick={isBusy ? undefined : onClick}
    >
      {isBusy && <Spinner />}
      {children}
    </button>
  )
}
