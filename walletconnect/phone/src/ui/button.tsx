import styles from './button.module.css'

type ButtonProps = {
  children: React.ReactNode
  onClick: () => void
  tone?: 'strong' | 'quiet' | 'plain'
  isBusy?: boolean
  isDisabled?: boolean
  ref?: React.Ref<HTMLButtonElement>
}

/** A button of the wallet. A busy one keeps the focus and ignores clicks. */
export function Button({
  children,
  onClick,
  tone = 'strong',
  isBusy,
  isDisabled,
  ref,
}: ButtonProps) {
  return (
    <button
      className={`${styles['button']} ${styles[tone]}`}
      type="button"
      ref={ref}
      disabled={isDisabled}
      aria-busy={isBusy}
      onClick={() => !isBusy && onClick()}
    >
      {isBusy && <span className={styles['spinner']} aria-hidden="true" />}
      {children}
    </button>
  )
}
