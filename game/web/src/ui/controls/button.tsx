import { Spinner } from '@bullring/ui/spinner'
import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import styles from './button.module.css'

type ButtonProps = ComponentProps<'button'> & {
  /** UP and DOWN are the two bets. Everything else that acts is amber. */
  tone?: 'up' | 'down' | 'action' | 'quiet'
  size?: 'small' | 'medium' | 'large'
  /** Shows a spinner and disables the button while the action runs. */
  isPending?: boolean
  /** Keeps a pending button enabled, so that it keeps the focus. For actions that are safe to repeat. */
  isPressable?: boolean
  /** Makes the button do nothing, like a disabled one, but keeps it focusable: its label says why. */
  isBlocked?: boolean
}

export function Button({
  tone = 'action',
  size = 'medium',
  isPending = false,
  isPressable = false,
  isBlocked = false,
  className,
  disabled,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || (isPending && !isPressable)}
      aria-disabled={isBlocked || undefined}
      onClick={isBlocked ? undefined : onClick}
      aria-busy={isPending || undefined}
      className={classNames(styles['button'], styles[tone], styles[size], className)}
    >
      {isPending && <Spinner />}
      {children}
    </button>
  )
}
